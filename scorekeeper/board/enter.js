// Entering from a phone: what is tapped fills the form, the server says what it comes to, and what
// could not be sent waits here under an id of its own until it is, once. What waits for a yes is
// kept too: a board that was started anew is told it again.
"use strict";

const UNSENT = "scorekeeper-unsent";
const ASKED = "scorekeeper-asked";
const PATIENCE = 20000; // milliseconds after which an answer is no longer waited for
const SOON = 250; // milliseconds after the last tap, when what stands there is tried
const AGAIN = 5000; // milliseconds after which what was not answered is tried again
const WHO = "scorekeeper-who";
const BUZZ = 200; // milliseconds for which a phone shakes, where it can, when it is asked
const part = (id) => document.getElementById(id);
let trying = 0;
let isSending = false;
let asked = ""; // the question that this phone was last told of
const drafts = new Map(); // what is filled in of a deal and not recorded, by which deal it is

function newId() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function who() {
  return document.querySelector("#whoever input:checked")?.value ?? "";
}

function quoted(name) {
  return `"${name.replace(/["\\]/g, "\\$&")}"`;
}

function stored(place) {
  try {
    return JSON.parse(localStorage.getItem(place)) ?? [];
  } catch {
    return [];
  }
}

function store(place, entries) {
  localStorage.setItem(place, JSON.stringify(entries));
}

// Another session may have a board at the same address: an entry is only sent to its own.
function ofSession(place) {
  return stored(place).filter((entry) => entry.session === part("main").dataset.session);
}

function forget(place, id) {
  store(place, stored(place).filter((entry) => entry.id !== id));
}

// --- the form ------------------------------------------------------------------------------------

function contract() {
  return document.querySelector("#deal input[name=contract]:checked")?.value ?? "";
}

// Only what the chosen contract asks for is shown, and sent; each quota stands beside its side.
function fitForm() {
  const form = part("deal");
  if (!form) return;
  const quotas = JSON.parse(form.dataset.quotas);
  const chosen = contract();
  for (const set of form.querySelectorAll("fieldset[data-of]")) {
    set.hidden = !set.dataset.of.split(" ").includes(chosen);
    set.disabled = set.hidden;
  }
  const known = quotas[chosen] ?? (Object.keys(quotas).length === 1 ? Object.values(quotas)[0] : {});
  for (const input of form.querySelectorAll("[data-side]")) {
    const quota = known[input.dataset.side];
    input.closest(".number").querySelector(".quota").textContent = quota === undefined || quota === null ? "" : `/ ${quota}`;
  }
}

function numbers(set) {
  return [...set.querySelectorAll("input[data-side]")];
}

function activate(input) {
  if (!input) return;
  for (const other of numbers(input.closest("fieldset"))) other.classList.toggle("active", other === input);
}

function active(set) {
  const all = numbers(set);
  return all.find((input) => input.classList.contains("active")) ?? all.find((input) => !input.value) ?? all[0];
}

// A key of the pad fills the number that is on; a whole number goes on to the next that is empty.
function press(button, key) {
  const set = button.closest("fieldset");
  const input = active(set);
  if (key === "back") return back(set, input);
  input.value = set.dataset.digits ? input.value + key : key;
  const all = numbers(set);
  // Of a number of several digits the last is typed where none more could follow.
  const isWhole = !set.dataset.digits || input.value === "0" || Number(input.value) * 10 > Number(set.dataset.total || Infinity);
  const next = all.slice(all.indexOf(input) + 1).find((other) => !other.value);
  activate(isWhole && next ? next : input);
  changed();
}

// The last key is taken back: of the number that is on, or of the one before where that is empty.
function back(set, on) {
  const all = numbers(set);
  const input = on.value ? on : (all.slice(0, all.indexOf(on)).reverse().find((other) => other.value) ?? on);
  input.value = set.dataset.digits ? input.value.slice(0, -1) : "";
  activate(input);
  changed();
}

function step(button, by) {
  const input = button.closest(".number").querySelector("input");
  const from = Number(input.value || input.placeholder || 0);
  input.value = String(from + by * Number(input.dataset.step));
  activate(input);
  changed();
}

function changed() {
  clearWrong();
  if (!part("deal")) return;
  drafts.set(part("enter").dataset.coming, fieldsOf(part("deal")));
  part("truth").textContent = "";
  tryLater(SOON);
}

function tryLater(wait) {
  clearTimeout(trying);
  trying = wait ? setTimeout(tryOut, wait) : 0;
}

// What the server works out of what is there: the whole deal in a line, the count left out.
async function tryOut() {
  const form = part("deal");
  if (!form || !who() || !fieldsOf(form).length) return;
  const own = trying;
  const told = await post("/try", bodyOf(newId(), fieldsOf(form))).then(toldBy).catch(() => null);
  if (own !== trying) return; // of what stood there before
  if (!told) return tryLater(AGAIN);
  for (const input of form.querySelectorAll("input[data-side]")) input.placeholder = "";
  for (const [name, values] of Object.entries(told.counts ?? {})) {
    const set = form.querySelector(`fieldset[data-fact="${CSS.escape(name)}"]`);
    if (set && Array.isArray(values)) numbers(set).forEach((input, place) => { input.placeholder = values[place] ?? ""; });
  }
  part("truth").textContent = [told.truth, ...(told.words ?? []), told.asked].filter(Boolean).join("\n");
  unfold(told.field);
  // What is wrong is said at once, and what is missing once it is to be sent.
  place((told.problems ?? []).filter((problem) => !problem.code.endsWith("-missing")));
}

function fieldOf(fact) {
  return fact && document.querySelector(`#enter fieldset[data-fact="${CSS.escape(fact)}"]:not([hidden])`);
}

// What is asked for is in sight, though the deal seldom has it.
function unfold(fact) {
  fieldOf(fact)?.closest("details")?.setAttribute("open", "");
}

// Each problem beside the field that it is about; those of no field that is shown are given back, and
// those of a line of words, which says nothing of the form.
function place(problems, isLine = false) {
  return problems.filter((problem) => {
    const set = (!isLine || problem.fact === "by") && fieldOf(problem.fact);
    if (!set) return true;
    unfold(problem.fact);
    set.querySelector(".wrong").textContent += `${[problem.message, problem.mend].filter(Boolean).join("\n")}\n`;
    return false;
  });
}

function fieldsOf(form) {
  const all = [...new FormData(form)];
  return all.filter(([name, value]) => value || (name.startsWith("count.") && all.some(([other, said]) => other === name && said)));
}

function isSame(fields, others) {
  return JSON.stringify(fields) === JSON.stringify(others);
}

// A new form of the same deal has what was filled in of it.
function refill() {
  const form = part("deal");
  const fields = drafts.get(part("enter")?.dataset.coming);
  if (!form || !fields || fieldsOf(form).length) return;
  const values = new Map();
  for (const [name, value] of fields) values.set(name, [...(values.get(name) ?? []), value]);
  for (const input of [...form.elements].filter((one) => values.has(one.name))) {
    if (["radio", "checkbox"].includes(input.type)) input.checked = values.get(input.name).includes(input.value);
    else input.value = values.get(input.name).shift() ?? "";
  }
  tryLater(SOON);
}

function bodyOf(id, fields) {
  return new URLSearchParams([["id", id], ["who", who()], ["follows", part("main").dataset.follows], ...fields]).toString();
}

function post(path, body) {
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  return fetch(path, { method: "POST", body, headers, signal: AbortSignal.timeout(PATIENCE) });
}

// --- sending -------------------------------------------------------------------------------------

// What an entry says.
function fieldsSent(entry) {
  return [...new URLSearchParams(entry.body)].filter(([name]) => !["id", "who", "follows", "sure"].includes(name));
}

// A tap more on what is still on its way, or waits for a yes, is the same.
function send(fields, path = "/say", id = newId()) {
  const body = bodyOf(id, fields);
  tryLater(0);
  clearWrong();
  if (ofSession(UNSENT).some((entry) => entry.path === path && entry.body.replace(entry.id, id) === body)) return flush();
  if (path === "/say" && ofSession(ASKED).some((entry) => isSame(fieldsSent(entry), fields))) return answer(part("enter").dataset.kept);
  forget(UNSENT, id);
  store(UNSENT, [...stored(UNSENT), { id, path, session: part("main").dataset.session, body }]);
  return flush();
}

// In the order in which they were said, each until it is answered.
async function flush() {
  if (isSending) return;
  isSending = true;
  try {
    for (let [entry] = ofSession(UNSENT); entry; [entry] = ofSession(UNSENT)) {
      const told = await toldBy(await post(entry.path, entry.body));
      forget(UNSENT, entry.id);
      answered(told, entry);
    }
  } catch {
    tellUnsent();
  } finally {
    isSending = false;
  }
}

// What was said of an entry; fails where that may be another time.
async function toldBy(answer) {
  if (answer.status === 413) return { problems: [{ message: await answer.text() }] };
  const told = await answer.json();
  if (told.later) throw new Error("later");
  return told;
}

function tellUnsent() {
  const [entry] = ofSession(UNSENT);
  if (!entry || !part("enter")) return;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = part("enter").dataset.drop;
  button.addEventListener("click", () => { forget(UNSENT, entry.id); answer(""); });
  answer(part("enter").dataset.unsent, document.createElement("br"), button);
}

// What waited for a yes and is not shown any more: it was answered, or its board ended and this one
// does not know of it yet.
function askAgain() {
  if (!part("enter")) return;
  for (const entry of ofSession(ASKED)) {
    if (document.querySelector(`[data-do="answer:yes:${entry.id}"]`)) continue;
    forget(ASKED, entry.id);
    forget(UNSENT, entry.id);
    store(UNSENT, [...stored(UNSENT), { ...entry, isAgain: true }]);
  }
}

function answer(words, ...buttons) {
  part("answer")?.replaceChildren(words, ...buttons);
  if (words) part("answer").scrollIntoView({ block: "nearest" });
}

function answered(told, entry) {
  if (told.waits) store(ASKED, [...stored(ASKED), entry]);
  if (told.recorded) emptied(fieldsSent(entry));
  if (!part("enter")) return;
  part("answer").dataset.entries = told.entries ?? "";
  if (told.problems) return refused(told, entry);
  if (told.sure) return askIfSure(told, entry);
  if (entry.isAgain) return answer(told.waits ? part("enter").dataset.kept : "");
  answer(told.waits ? part("enter").dataset.kept : [...(told.done ?? told.lines ?? []), told.asked, told.truth].filter(Boolean).join("\n"));
}

// What was recorded is no longer in its form, unless that has something else by now.
function emptied(sent) {
  for (const [deal, fields] of drafts) if (isSame(fields, sent)) drafts.delete(deal);
  for (const form of [part("deal"), part("words")]) {
    if (!form || !sent.length || !isSame(fieldsOf(form), sent)) continue;
    form.reset();
    if (form.id !== "deal") continue;
    tryLater(0);
    part("truth").textContent = "";
    for (const input of form.querySelectorAll("input[data-side]")) input.placeholder = "";
    fitForm();
  }
}

// What was answered of a session to which others have added by now is gone.
function isOutrun() {
  return parseInt(part("main").dataset.follows, 10) > parseInt(part("answer")?.dataset.entries, 10);
}

function askIfSure(told, entry) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = part("enter").dataset.sure;
  button.addEventListener("click", () => send([...fieldsSent(entry), ["sure", "yes"]]));
  answer([told.truth, ...told.words].join("\n"), document.createElement("br"), button);
}

// What is wrong and of no field that is shown stands below, beside the line.
function refused(told, entry) {
  const others = place(told.problems, fieldsSent(entry).some(([name]) => name === "line")).flatMap((problem) => [problem.message, problem.mend]);
  answer([told.heading, ...others, told.said].filter(Boolean).join("\n"));
  document.querySelector("#enter .wrong:not(:empty)")?.scrollIntoView({ block: "center" });
}

function clearWrong() {
  for (const line of document.querySelectorAll("#enter .wrong")) line.textContent = "";
  answer("");
}

// The first words of a line, to be gone on with.
function begin(words) {
  part("line").value = words;
  part("line").focus();
}

// --- what is tapped ------------------------------------------------------------------------------

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-do]");
  if (!button) return;
  const [deed, first, second] = button.dataset.do.split(":");
  if (deed === "key") press(button, first);
  else if (deed === "less") step(button, -1);
  else if (deed === "more") step(button, 1);
  else if (deed === "line") send([["line", first]]);
  else if (deed === "begin") begin(first);
  else if (deed === "need") send([["line", `outlook for ${quoted(who())}`]]);
  else if (deed === "answer") send([], `/${first}`, second);
});

document.addEventListener("submit", (event) => {
  if (!["deal", "words"].includes(event.target.id)) return;
  event.preventDefault();
  const fields = fieldsOf(event.target);
  if (fields.length) send(fields);
});

document.addEventListener("input", (event) => {
  if (event.target.name === "who") {
    localStorage.setItem(WHO, event.target.value);
    prepare();
    changed();
  }
  if (!event.target.closest("#deal")) return;
  if (event.target.name === "contract") fitForm();
  changed();
});

document.addEventListener("focusin", (event) => {
  if (event.target.matches("input[data-side]")) activate(event.target);
});

// A page was put in place of another: who somebody is, and what fits the contract, are set anew.
function prepare() {
  const known = localStorage.getItem(WHO);
  for (const input of document.querySelectorAll("#whoever input")) input.checked = input.value === known;
  refill();
  fitForm();
  const waiting = document.querySelector(".waiting");
  if (isOutrun() || (!waiting && part("enter") && part("answer").textContent === part("enter").dataset.kept)) answer("");
  const yes = waiting?.querySelector("[data-do^='answer:yes']");
  if (yes) yes.disabled = waiting.dataset.by === who();
  if (yes && !yes.disabled && yes.dataset.do !== asked) navigator.vibrate?.(BUZZ);
  asked = yes?.dataset.do ?? "";
  askAgain();
  tellUnsent();
  flush();
}

document.addEventListener("shown", prepare);
document.addEventListener("heard", flush);
addEventListener("online", flush);
// The page is there before its script: what was tapped meanwhile holds.
if (who()) localStorage.setItem(WHO, who());
prepare();
tryLater(SOON);
