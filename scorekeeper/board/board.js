// A page of the board is whole without this: it only takes the code out of the link, and puts
// another page in the place of this one when something else stands.
"use strict";

const statusLine = document.getElementById("status");
let heard = Date.now();
let refreshes = 0;
let isLost = false;
let isClosed = false;

function clock(moment) {
  return new Date(moment).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}

function say(words, moment, lost) {
  statusLine.textContent = words.replace("{time}", clock(moment));
  statusLine.classList.toggle("lost", lost);
}

// The code stands behind the #, which no browser sends anywhere: it is posted once, and taken away.
async function enterByCode() {
  const code = location.hash.slice(1);
  if (!code) return false;
  history.replaceState(null, "", location.pathname);
  const answer = await fetch("/open", { method: "POST", body: new URLSearchParams({ code }), redirect: "manual" });
  if (answer.status !== 401) location.reload();
  else shown(await answer.text());
  return true;
}

// What is being entered stays where it is, as long as the coming deal is the same: it is not even
// moved, which would take the focus and the keyboard from under who types. What of it is told of
// deals before is as it stands.
function shown(text) {
  const page = new DOMParser().parseFromString(text, "text/html");
  document.title = page.title;
  const main = document.getElementById("main");
  const after = document.adoptNode(page.getElementById("main"));
  const twin = after.querySelector(":scope > [data-key][id]");
  const stays = twin && document.getElementById(twin.id);
  if (stays && stays.dataset.key === twin.dataset.key) {
    for (const part of [...main.childNodes]) if (part !== stays) part.remove();
    const parts = [...after.childNodes];
    stays.before(...parts.slice(0, parts.indexOf(twin)));
    stays.after(...parts.slice(parts.indexOf(twin) + 1));
    for (const part of twin.querySelectorAll("[data-fresh]")) document.getElementById(part.id)?.replaceWith(part);
    Object.assign(main.dataset, after.dataset);
  } else {
    const said = document.getElementById("answer");
    if (said) after.querySelector("#answer")?.replaceWith(said);
    const line = after.querySelector("#line");
    if (line) line.value = document.getElementById("line")?.value ?? "";
    main.replaceWith(after);
  }
  document.dispatchEvent(new Event("shown"));
}

// What was opened, where it was scrolled to and what had the focus stays so.
function kept(main) {
  return {
    open: [...main.querySelectorAll("details[open][id]")].map((part) => part.id),
    places: [...main.querySelectorAll(".frame")].map((part) => [part.scrollLeft, part.scrollTop]),
    focus: document.activeElement && main.contains(document.activeElement) ? document.activeElement : null,
  };
}

function restored(main, was) {
  for (const id of was.open) document.getElementById(id)?.setAttribute("open", "");
  main.querySelectorAll(".frame").forEach((part, place) => {
    [part.scrollLeft, part.scrollTop] = was.places[place] ?? [0, 0];
  });
  if (!was.focus || was.focus === document.activeElement) return;
  const alike = [...main.querySelectorAll(was.focus.localName)].find((part) => isAlike(part, was.focus));
  alike?.focus({ preventScroll: true });
}

// The same link, button or field of another page.
function isAlike(one, other) {
  return ["href", "data-do", "data-side", "name", "value", "aria-label"].every((name) => one.getAttribute(name) === other.getAttribute(name))
    && one.parentElement?.id === other.parentElement?.id;
}

// Of two pages that were asked for the first may come last: it is older, and is not shown.
async function refresh() {
  refreshes += 1;
  const own = refreshes;
  const answer = await fetch(location.pathname + location.search);
  if (answer.status === 401) return closed();
  if (!answer.ok) throw new Error(answer.status);
  const text = await answer.text();
  if (own !== refreshes) return;
  const main = document.getElementById("main");
  const before = news();
  const was = kept(main);
  shown(text);
  restored(document.getElementById("main"), was);
  if (news() && news() !== before && !isLost) say(news(), 0, false);
}

// What is said aloud when it is new: the deal that waits for a yes, else the last one.
function news() {
  return (document.getElementById("asked") ?? document.getElementById("last"))?.textContent;
}

function closed() {
  isClosed = true;
  say(statusLine.dataset.closed, heard, true);
  stream.close();
}

function lost() {
  if (!isLost) say(statusLine.dataset.lost, heard, true);
  isLost = true;
}

async function stands(event) {
  const mark = document.getElementById("main").dataset.mark;
  try {
    if (JSON.parse(event.data) !== mark) await refresh();
  } catch {
    return lost();
  }
  if (isLost) say(statusLine.dataset.back, heard, false);
  isLost = false;
  heard = Date.now();
  document.dispatchEvent(new Event("heard"));
}

// What I need, once I have said who I am: it may take the server a moment, so it comes by itself.
async function need(number) {
  const box = document.getElementById("needed");
  if (!box || number === null) return;
  for (const link of document.querySelectorAll("[data-need]")) {
    if (link.dataset.need === number) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  const text = await fetch(`/need?for=${number}`).then((answer) => answer.text()).catch(() => "");
  const said = new DOMParser().parseFromString(text, "text/html").getElementById("said");
  if (said) box.replaceChildren(document.adoptNode(said));
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-need]");
  if (!link) return;
  event.preventDefault();
  localStorage.setItem("scorekeeper-need", link.dataset.need);
  need(link.dataset.need);
});
document.addEventListener("shown", () => need(localStorage.getItem("scorekeeper-need")));

let stream;
function listen() {
  stream?.close();
  if (isClosed) return;
  stream = new EventSource("/events");
  stream.addEventListener("stands", stands);
  stream.addEventListener("error", () => {
    if (isClosed) return;
    lost();
    // Refused: the codes may be others by now; the page itself says it.
    if (stream.readyState === EventSource.CLOSED) setTimeout(() => refresh().then(listen, () => setTimeout(listen, 5000)), 2000);
  });
}

async function begin() {
  addEventListener("hashchange", enterByCode);
  if (await enterByCode()) return;
  if (!statusLine) return;
  need(localStorage.getItem("scorekeeper-need"));
  listen();
  // A phone that slept may hold a stream that is dead and does not know it.
  document.addEventListener("visibilitychange", () => {
    if (!isClosed && document.visibilityState === "visible" && Date.now() - heard > 20000) { lost(); listen(); }
  });
  setInterval(() => { if (!isClosed && Date.now() - heard > 40000) { lost(); listen(); } }, 10000);
}

begin();
