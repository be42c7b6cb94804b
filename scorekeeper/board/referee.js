// Cards that are tapped: which are of the trick, in which order, and which of the hand; after each
// the server says what it comes to, and the cards that may be played light up.
"use strict";

let trick = [];
let hand = [];
let asking = 0;
const ruled = () => document.getElementById("ruled");
const sheetOfCards = () => document.getElementById("referee");
const chosen = (field) => sheetOfCards().querySelector(`input[name=${field}]:checked`)?.value ?? "";

function tapped(code) {
  const isThere = trick.includes(code) || hand.includes(code);
  trick = trick.filter((card) => card !== code);
  hand = hand.filter((card) => card !== code);
  if (!isThere) (chosen("place") === "hand" ? hand : trick).push(code);
  drawn([]);
  asked();
}

function drawn(legal) {
  for (const button of sheetOfCards().querySelectorAll("[data-card]")) {
    const code = button.dataset.card;
    const place = trick.indexOf(code) + 1;
    const held = hand.includes(code);
    button.setAttribute("aria-pressed", String(Boolean(place) || held));
    button.classList.toggle("of-hand", held);
    button.classList.toggle("of-trick", Boolean(place));
    button.classList.toggle("legal", legal.includes(code));
    button.querySelector("small").textContent = place ? ` ${place}` : legal.includes(code) ? " ✓" : "";
    const words = sheetOfCards().dataset;
    button.title = place ? words.inTrick.replace("{number}", place) : held ? words.inHand : "";
  }
}

async function asked() {
  asking += 1;
  const own = asking;
  if (!trick.length && !hand.length) return ruled().replaceChildren();
  const said = new URLSearchParams([["contract", chosen("contract")], ["trump", chosen("trump")], ...trick.map((card) => ["trick", card]), ...hand.map((card) => ["hand", card])]);
  const told = await fetch("/ask", { method: "POST", body: said }).then((answer) => answer.json()).catch(() => null);
  if (!told || own !== asking) return;
  drawn(told.legal ?? []);
  const lines = told.lines ?? told.problems.flatMap((one) => [one.message, one.mend]);
  ruled().textContent = lines.filter(Boolean).join("\n");
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-card]");
  if (button) tapped(button.dataset.card);
});
document.addEventListener("change", (event) => {
  if (event.target.closest("#referee") && event.target.name !== "place") asked();
});
document.addEventListener("reset", () => {
  trick = [];
  hand = [];
  drawn([]);
  ruled().replaceChildren();
});
