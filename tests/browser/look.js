// Looks at a page in a browser as its reader does: what is beyond the screen or the paper, too small, broken or cut.
window.look = (() => {
  const all = (what, within = document) => [...within.querySelectorAll(what)];
  const isShown = element => element.getClientRects().length > 0;
  const called = element => `<${element.tagName.toLowerCase()} ${element.className.baseVal ?? element.className}> ${element.textContent.trim().slice(0, 40)}`;
  const texts = (within = document.body) => {
    const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement;
      if (walker.currentNode.data.trim() && isShown(parent) && !parent.closest("title, style")) found.push(walker.currentNode);
    }
    return found;
  };
  const rangeOf = (node, from = 0, to = node.length) => {
    const range = document.createRange();
    range.setStart(node, from);
    range.setEnd(node, to);
    return range;
  };
  const lettersOf = node => {
    const parent = node.parentElement, size = parseFloat(getComputedStyle(parent).fontSize);
    const drawing = parent.closest("svg");
    return drawing ? size * drawing.getScreenCTM().a : size;
  };
  const tooSmall = least => texts().filter(node => lettersOf(node) < least - 0.01)
    .map(node => `letters of ${lettersOf(node).toFixed(1)} px: ${called(node.parentElement)}`);
  // Words of letters that are never broken, in scripts that put spaces between them.
  const WORD = /(?<![\p{L}\p{M}])[[\p{Script=Latin}\p{Script=Arabic}\p{Script=Hebrew}]&&\p{L}]{2,13}(?![\p{L}\p{M}])/gv;
  const broken = () => all("bdi").filter(isShown).flatMap(name => texts(name).flatMap(node => [...node.data.matchAll(WORD)]
    .filter(word => {
      const tops = [...rangeOf(node, word.index, word.index + word[0].length).getClientRects()].map(rect => Math.round(rect.top));
      return Math.max(...tops) - Math.min(...tops) > 8;
    }).map(word => `${word[0]} is broken`)));
  const cut = () => all("bdi").filter(name => name.textContent.endsWith("…") || (isShown(name) && name.scrollWidth > name.clientWidth + 1 && getComputedStyle(name).overflow === "hidden"))
    .map(name => `a name is cut: ${called(name)}`);
  const beyond = (edge, what) => all(what).filter(isShown).filter(element => element.getBoundingClientRect().right > edge + 1)
    .map(element => `beyond the edge at ${edge}: ${called(element)}`);
  const moving = () => all(".frame").filter(frame => frame.scrollWidth > frame.clientWidth + 1).flatMap(frame => {
    frame.scrollLeft = 60;
    const left = frame.getBoundingClientRect().left;
    const firsts = all("tr > :first-child", frame).filter(cell => Math.abs(cell.getBoundingClientRect().left - left) > 2);
    const covers = all("tr > :first-child", frame).filter(cell => cell.getBoundingClientRect().width > frame.clientWidth * 0.7);
    frame.scrollLeft = 0;
    return [...firsts.map(cell => `does not stay: ${called(cell)}`), ...covers.map(cell => `hides what scrolls: ${called(cell)}`)];
  });
  return {
    screen() {
      const edge = document.documentElement.clientWidth;
      const found = document.documentElement.scrollWidth > edge ? [`the page is ${document.documentElement.scrollWidth} px wide`] : [];
      const charts = all("figure").filter(figure => all("svg.broad, svg.slim", figure).filter(isShown).length !== 1).map(() => "not one chart");
      return [...found, ...charts, ...beyond(edge, "main > *, section, .frame, p, li, svg, figure, figcaption, code, caption"), ...moving(), ...cut(), ...broken()];
    },
    narrow() {
      const beside = all(".columns").filter(columns => {
        const tops = [...columns.children].map(part => part.getBoundingClientRect());
        return tops.some((rect, at) => at && rect.top < tops[at - 1].bottom - 1);
      }).map(columns => `beside each other: ${called(columns)}`);
      const labels = all("figure").filter(figure => !isShown(figure.querySelector("svg.slim"))).map(() => "the chart is not drawn for this width");
      return [...tooSmall(16), ...beside, ...labels];
    },
    paper(font) {
      document.documentElement.style.fontFamily = `"${font}"`;
      const edge = document.documentElement.clientWidth;
      const runs = all("td, th").flatMap(cell => {
        const end = cell.classList.contains("label") ? cell.nextElementSibling : cell;
        const right = end.getBoundingClientRect().right;
        return texts(cell).filter(node => !node.parentElement.closest(".who bdi") && rangeOf(node).getBoundingClientRect().right > right + 1)
          .map(() => `runs into the next cell: ${called(cell)}`);
      });
      return [...beyond(edge, "main, main *:not(bdi)"), ...runs, ...tooSmall(8 * 96 / 72)];
    },
    isAcross: () => Number(document.querySelector(".across") !== null),
    isDark() {
      const [red] = getComputedStyle(document.documentElement).backgroundColor.match(/\d+/g).map(Number);
      return red < 128;
    },
    colours: () => all("svg path").filter(isShown).filter(path => getComputedStyle(path).stroke !== getComputedStyle(document.body).color)
      .map(path => `a line of another colour: ${getComputedStyle(path).stroke}`),
  };
})();
