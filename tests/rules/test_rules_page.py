"""The rule sheet is enough to play from, in three languages: what the sources say stands on it.

Each row quotes the sentence of the source whose rule the page must tell.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from conftest import GAMES, allowed, raw_ruleset, ruleset
from shown import rules_text, sheet_text
from terminal import Person

from scorekeeper.game.session_settings import agree
from scorekeeper.render.markdown_writer import document_markdown
from scorekeeper.report.game.rule_sheet import rules_document, rules_value
from scorekeeper.report.summary import summary_of
from scorekeeper.rules.casebook import casebook
from scorekeeper.rules.formula import read_formula
from scorekeeper.rules.ruleset_file import read_ruleset
from scorekeeper.store.shipped_files import catalogue
from scorekeeper.text.terminal_text import width_of
from scorekeeper.text.translation import LANGUAGES, speak


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_what_formulas_call_by_names_of_their_own_has_words(game: str, language: str) -> None:
    """What a ruleset works out for its formulas is told in its words, not by the name that
    formulas have for it."""
    rules = ruleset(game)
    names = [*rules.scoring.lets, *rules.scoring.each, *rules.scoring.side, *rules.scoring.carry]
    assert [
        name
        for name in names
        if name not in rules.about.words or language not in rules.about.words[name].by_language
    ] == []


@cache
def page(game: str, language: str) -> str:
    """The rule sheet of a game in a language, without its line breaks; spaces that hold are
    plain ones."""
    speak(language, catalogue(language))
    text = rules_text(ruleset(game), 10_000)
    speak()
    return " ".join(text.replace("\u00a0", " ").split())


def flat(text: str) -> str:
    """A text without its line breaks."""
    return " ".join(text.split())


class Told(NamedTuple):
    """A sentence of a source, and what the page has of it in each language."""

    game: str
    source: str
    en: str
    fr: str
    sv: str


BIZON = [
    Told("bizon", "played with a deck of 24 cards, ranging from the 9 to the ace, with the ace being the strongest",
         "cards rank in every suit, high to low: A K Q J 10 9", "de la plus forte à la plus faible : A R D V 10 9", "från högst till lägst: E K D Kn 10 9"),
    Told("bizon", "deals one more card, from the bottom of the deck, this time, and puts it face up on the table",
         "turns the card at the bottom of the pack face up", "retourne la dernière carte du paquet", "vänder upp lekens understa kort"),
    Told("bizon", "The player to the left of the dealer speaks first. He can choose to either eat the Bizon Grass or to pass.",
         "first round: from the player at the dealer's left on, each says “eat”", "en commençant par le joueur à gauche du donneur, chacun dit « manger »", "med början hos spelaren till vänster om givaren säger var och en ”äta”"),
    Told("bizon", "this time he can freely choose the trump suit, with the exception of the Bizon Grass's suit",
         "each names another suit as trumps", "chacun nomme une autre couleur comme atout", "säger var och en en annan färg som trumf"),
    Told("bizon", "two more cards are given to him from the deck, and three more to each of the other two players",
         "gets two more cards from the top of the pack and the others three each", "reçoit encore deux cartes du sommet du paquet et les autres trois chacun", "får två kort till från toppen av leken och de andra tre var"),
    Told("bizon", "The player who ate the Bizon Grass and chose the trump suit will now be the Bizon for this game. This means that he's trying to win",
         "bizon: the player who ate the Bizon Grass; tries to win", "Bison : le joueur qui a mangé le Brin d'Herbe ; cherche à gagner", "Bison: spelaren som åt Grässtrået; försöker vinna"),
    Told("bizon", "The other two will play as a team, and will be known as the Otters, but their tricks will be accounted for separately",
         "otters: everybody else; try together to make the Bizon lose; but each Otter keeps their own tricks, which are never mixed", "Loutres : tous les autres ; cherchent ensemble à faire perdre le Bison ; mais chaque Loutre garde ses plis", "Uttrar: alla andra; försöker tillsammans få Bisonen att förlora; men varje Utter behåller sina egna stick"),
    Told("bizon", "The first player to actually play is the one to the left of the dealer, even if he isn't the Bizon. He is free to play any card he wants",
         "the player at the dealer's left leads to the first trick, the winner of each trick to the next; any card may be led", "le joueur à gauche du donneur entame le premier pli, le gagnant de chaque pli le suivant ; on peut entamer n'importe quelle carte", "spelaren till vänster om givaren spelar ut till första sticket, vinnaren av varje stick till nästa; vilket kort som helst"),
    Told("bizon", "les deux autres doivent \"servir\" … S'ils ne possèdent pas cette couleur on dit alors qu'ils sont à \"renon\"",
         "suit must be followed", "il faut servir - qui ne peut pas servir est à renon et joue n'importe quelle carte", "färg måste bekännas"),
    Told("bizon", "The act of putting a trump on the table if the first suit wasn't the trump is called \"cutting\".",
         "is called cutting", "s'appelle « couper »", "kallas att stjäla"),
    Told("bizon", "Any card from the trump suit will always win over all other suits",
         "the highest trump in a trick wins it", "le plus haut atout d'un pli l'emporte", "den högsta trumfen i ett stick vinner det"),
    Told("bizon", "Any card neither from the trump suit nor the first suit that was put on the table … can never win the trick",
         "a card of any other suit never wins", "une carte d'une autre couleur ne gagne jamais", "ett kort i någon annan färg vinner aldrig"),
    Told("bizon", "any player can ask at any time to have a glance at the latest one",
         "Anybody may ask to see the latest trick", "Chacun peut demander à tout moment à voir le dernier pli", "be att få se det senaste avslutade sticket"),
    Told("bizon", "Ace → 4 GP, King → 3 GP, Queen → 2 GP, Jack → 1 GP, 10 → 0 GP, 9 → 0 GP",
         "A 4 K 3 Q 2 J 1 10 and 9 0", "A 4 R 3 D 2 V 1 10 et 9 0", "E 4 K 3 D 2 Kn 1 10 och 9 0"),
    Told("bizon", "The Bizon lost with 0 GP | -10 | +10", "The Bizon lost with 0 GP −10 +10", "Le Bison a 0 GP −10 +10", "Bisonen förlorade med 0 GP −10 +10"),
    Told("bizon", "after 15 games have been played, an overall winner is decided based on the total of these SP",
         "the most SP after 15 games win", "qui a le plus de SP après 15 parties gagne le set", "flest SP efter 15 partier vinner"),
    Told("bizon", "it can be a good strategy to try and get rid of the suits where you have few cards early on",
         "get rid early of the suits in which one has few cards", "se débarrasser tôt des couleurs où l'on a peu de cartes", "tidigt göra sig av med de färger där man har få kort"),
    Told("bizon", "dealers usually take care not to shuffle the deck too much", "not to shuffle too much", "ne pas trop battre les cartes", "undvika att blanda för mycket"),
]  # fmt: skip
BISMARCK = [
    Told("bismarck-swedish", "The dealer shuffles and the player to dealer's right cuts.", "The dealer shuffles and the player at the dealer's right cuts", "Le donneur bat les cartes et le joueur à droite du donneur coupe", "Givaren blandar och spelaren till höger om givaren kuperar"),
    Told("bismarck-swedish", "After forehand has announced the contract, and in the case of Valfri also announced the trump suit, the dealer deals out the remainder of the pack",
         "names the suit where it is free. 4. The dealer deals the other 48", "nomme la couleur là où l'atout est libre. 4. Le donneur donne les 48 autres", "säger färgen där trumfen är valfri. 4. Givaren ger de övriga 48"),
    Told("bismarck-swedish", "discards any four of these cards face down, keeping 16 for the play", "discards any four of the 20 face down", "se défausse, face cachée, de quatre cartes au choix sur les 20", "sakar dolt fyra valfria av de 20"),
    Told("bismarck-swedish", "no matter what the 4 face up cards are", "whatever the four open cards are now", "quelles que soient maintenant les quatre cartes visibles", "vilka de fyra öppna korten än är nu"),
    Told("bismarck-swedish", "must choose each of the four contracts once", "nobody picks the same one twice", "personne ne choisit deux fois le même", "ingen väljer samma två gånger"),
    Told("bismarck-swedish", "In \"pass\" … forehand has a quota of 4 tricks and the other two players 6 tricks each", "Pass 4 6 −1 +1", "Misère 4 6 −1 +1", "Pass 4 6 −1 +1"),
    Told("bismarck-swedish", "it makes sense to choose Spader, leaving open the possibility of choosing a different trump suit", "leaves Trumf open for another suit", "laisse l'atout libre ouvert pour une autre couleur", "Trumf finns kvar för en annan färg"),
    Told("bismarck-swedish", "The score is kept on paper, in a grid with a row for each player, a column for each contract", "a row for each player, a column for each contract", "une ligne par joueur, une colonne par contrat", "en rad för varje spelare, en kolumn för varje spel"),
    Told("bismarck-kortman", "Aces rank low (below the 2) and Kings are highest in each suit", "in Nolle cards rank, high to low: K Q J 10 9 8 7 6 5 4 3 2 A", "contrat Misère, ordre des cartes de la plus forte à la plus faible : R D V 10 9 8 7 6 5 4 3 2 A", "i Nolle är rangordningen, från högst till lägst: K D Kn 10 9 8 7 6 5 4 3 2 E"),
    Told("bismarck-classic", "known as trumf, the suit of the first of the four face up cards was trumps", "2. Trumf: The suit of the first of the four table cards is trumps", "2. Atout : La couleur de la première des quatre cartes de la table est atout", "2. Trumf: Färgen på det första av de fyra bordskorten är trumf"),
    Told("bismarck-classic-extra", "forehand chooses the trump suit based on the 4 face up cards, before picking up the other 16 cards", "names trumps on the four table cards, before picking up the other 16", "nomme l'atout sur les quatre cartes de la table, avant de ramasser les 16 autres", "säger trumf på de fyra bordskorten, innan de övriga 16 tas upp"),
    Told("bismarck-british", "Trumps selected at random (by cutting a card before the deal or from a second deck)", "1. Cut trumps: A card is cut before the deal, or from a second pack", "1. Atout tiré : On tire une carte avant la donne, ou dans un second jeu", "1. Dragen trumf: Ett kort dras före given, eller ur en andra lek"),
    Told("bismarck-british", "each of the three players in turn deals four times in succession", "each player deals 4 times in a row", "chaque joueur donne 4 fois de suite", "varje spelare ger 4 gånger i följd"),
    Told("bismarck-lever", "last card dealt determines trumps", "Last card trumps: The last card dealt makes its suit trumps", "Atout de la dernière carte : La couleur de la dernière carte donnée est atout", "Sista kortet trumf: Det sist givna kortets färg är trumf"),
    Told("bismarck-portuguese", "must first discard exactly four cards from hand and then pick up the four unknown cards", "first discard exactly four, then pick up the four unknown ones", "d'abord se défausser d'exactement quatre, puis ramasser les quatre inconnues", "först saka exakt fyra, sedan ta upp de fyra okända"),
    Told("bismarck-portuguese", "players are obliged to beat the highest card of that suit in the trick if they can", "who follows suit must beat the highest card of that suit, if possible", "qui sert doit monter sur la plus haute carte de cette couleur", "den som bekänner färg måste sticka över färgens högsta kort"),
    Told("bismarck-raf", "the lowest [largest negative] score, regardless of rank, gets the kettle on", "gets the kettle on", "met la bouilloire à chauffer", "sätter på tevattnet"),
    Told("bismarck-follett", "a total of 1 point gained on each positive deal and 1 point lost on misère",
         "the points of every deal add up to −1 if the contract is Misère, otherwise 1", "la somme des points de chaque donne est −1 si le contrat est Misère, sinon 1", "poängen i varje giv blir tillsammans −1 om spelet är Misär, annars 1"),
    Told("bismarck-estonian", "if you have a card that fits on one of the piles you must play it", "(of the whole table): 22 if the number of players is 3, otherwise 24", "22 si le nombre de joueurs vaut 3, sinon 24", "22 om antalet spelare är 3, annars 24"),
    Told("bisque", "For every matching Ace in the soup pot 5 points", "the sum of everybody's scores", "la somme des scores de tous", "summan av allas poäng"),
    Told("bizon", "the Bizon Grass's suit", "the suit of Bizon Grass", "la couleur de la carte Brin d'Herbe", "färgen på Grässtrå"),
    Told("bismarck-finnish", "Having looked at their cards the player to dealer's left announces the contract",
         "the player at the dealer's left picks the contract; nobody picks", "le joueur à gauche du donneur choisit le contrat ; personne", "spelaren till vänster om givaren väljer spel; ingen"),
    Told("bismarck-finnish", "a hint card back to their partner and an unwanted to each opponent", "a hint card back to the partner, and an unwanted one to each opponent", "une carte d'indication, en retour, à son partenaire, et une carte dont il ne veut pas à chaque adversaire", "ett kort som vink tillbaka till partnern, och ett oönskat till varje motspelare"),
    Told("bismarck-estonian", "A complete game lasts an hour or two.", "how long it takes: an hour or two", "durée : une heure ou deux", "speltid: en timme eller två"),
    Told("bismarck-estonian", "The dealer deals 3 cards to each player and then pauses.", "2. “Trumps” and “Trumps, lose”: The dealer deals three cards to each player and pauses", "2. Atout et Atout à perdre : Le donneur donne trois cartes à chacun et s'arrête", "ger tre kort till var och en och gör uppehåll"),
    Told("bismarck-estonian", "The 6 of each suit is adjacent to the Ace.", "in Stops chosen 6 lies next to A", "dans Réussite au choix, 6 est voisin de A", "i Vald uppläggning ligger 6 intill E"),
    Told("bismarck-estonian", "if the choice is 8 downwards the order of each stack must be 8-7-6-A-K-Q-J-10-9", "8-7-6-A-K-Q-J-10-9", "8-7-6-A-R-D-V-10-9", "8-7-6-E-K-D-Kn-10-9"),
    Told("bismarck-estonian", "If it is 8 upwards the order must be 8-9-10-J-Q-K-A-6-7.", "8-9-10-J-Q-K-A-6-7", "8-9-10-V-D-R-A-6-7", "8-9-10-Kn-D-K-E-6-7"),
    Told("bismarck-estonian", "players who have no cards of the suit led must play a trump", "in “Trumps” and “Trumps, lose” who cannot follow suit must play a trump", "dans Atout et Atout à perdre : qui est à renon doit couper", "den som inte kan bekänna färg måste spela trumf"),
    Told("bismarck-estonian", "it is the player holding the Ace of clubs who begins the play and this player will deal the second hand", "in the first deal the holder of the ace of clubs begins, and deals the next", "à la première donne, le joueur qui a l'as de trèfle commence", "i första given börjar den som har klöveress"),
    Told("bismarck-estonian", "if you have a card that fits on one of the piles you must play it: otherwise you must pass", "A player who has a card that fits must play one", "Qui a une carte que l'on peut poser doit en poser une", "Den som har ett kort som går att lägga måste lägga ett"),
    Told("bismarck-estonian", "Before the deal, the player to dealer's left chooses any one of the contracts from rounds 1-6", "round 8: Before the deal the player at the dealer's left chooses", "tour 8 : Avant la donne, le joueur à gauche du donneur choisit", "varv 8: Före given väljer spelaren till vänster om givaren"),
    Told("bismarck-estonian", "The usual choice is to repeat round 4 because this is generally the most advantageous for the choosing player", "the usual choice is to repeat round 4", "on choisit d'ordinaire de rejouer le tour 4", "brukar man välja att spela om varv 4"),
    Told("bismarck-estonian", "The other players then score -1 point for each card remaining in their hands, and the player who ran out score +1 for each unplayed card",
         "the player who runs out +1 for each card that the others have left, everybody else −1 for each card left", "le joueur qui se défait de toutes ses cartes marque +1 par carte qui reste aux autres", "den som blir av med alla kort får +1 för varje kort som de andra har kvar"),
]  # fmt: skip
BISQUE_AND_BIEN = [
    Told("bisque", "If you have an extended Decktet, remove the pawn's, the court's and the Excuse.", "the pawns, the courts and the Excuse are taken out", "on retire les pions, les cours et l'Excuse", "tas bönderna, hoven och Excuse bort"),
    Told("bisque", "The rank of the cards is as usual: Ace 2 3 4 5 6 7 8 9 crown.", "high to low: C 9 8 7 6 5 4 3 2 A", "de la plus forte à la plus faible : C 9 8 7 6 5 4 3 2 A", "från högst till lägst: C 9 8 7 6 5 4 3 2 A"),
    Told("bisque", "The suits on a goal card determines which cards a player wants to end up in the score pile; these are called goal suits.", "Its two suits are the player's goal suits", "Ses deux couleurs sont celles qu'il veut voir dans la marmite", "Dess två färger är spelarens målfärger"),
    Told("bisque", "You don't have to follow suit, you're allowed to play any card in your hand.", "any card may be played, whatever was led", "on peut jouer n'importe quelle carte, quelle que soit l'entame", "vilket kort som helst får spelas, vad som än spelades ut"),
    Told("bisque", "When two equally ranked cards are played to a trick, the first played is higher than the second.", "of equal cards the one played first is the higher", "de cartes égales, la première jouée est la plus haute", "av lika kort är det först spelade högst"),
    Told("bisque", "The game uses the basic Decktet only.", "2☽∞ the Author, 2☀§ the Desert, 2≈❧ the Origin", "2☽∞ the Author, 2☀§ the Desert, 2≈❧ the Origin", "2☽∞ the Author, 2☀§ the Desert, 2≈❧ the Origin"),
    Told("bien", "7, 8, & 9 20 … J, Q, K (trump) 40", "one suit in sequence, in the order A K Q J 10 9 8 7", "une couleur en suite, dans l'ordre A R D V 10 9 8 7", "en färg i svit, i ordningen E K D Kn 10 9 8 7"),
    Told("bizon", "following the usual clockwise order starting from the player to the left of the dealer", "where nobody is named the player at the dealer's left is first", "là où personne n'est nommé, le joueur à gauche du donneur est le premier", "där ingen nämns är spelaren till vänster om givaren först"),
    Told("bismarck-estonian", "There are 8 rounds each consisting of one deal by each player, and each round has a different contract.", "one a round, in which everybody deals once", "un par tour, où chacun donne une fois", "ett per varv, där var och en ger en gång"),
    Told("bisque", "The winner of the trick picks one of the two cards the other players played to the trick.", "picks one of the two cards that the others played", "choisit une des deux cartes que les autres y ont jouées", "väljer ett av de två kort som de andra spelade"),
    Told("bisque", "The lower score is the score for that player in that round.", "the lowest of the two goal suits in the pot", "la plus basse des deux couleurs de l'objectif dans la marmite", "den lägsta av de två målfärgerna i grytan"),
    Told("bisque", "For every matching Ace in the soup pot 5 points … for a matching Crown 10 points", "an Ace 5 points, a number card its number, a Crown 10", "un As 5 points, une carte chiffrée son chiffre, une Couronne 10", "ett ess 5 poäng, ett sifferkort sin siffra, en krona 10"),
    Told("bien", "any player deals one card face up to each player, the high card wins the deal", "the high card deals first", "la plus haute désigne le premier donneur", "den som får det högsta ger först"),
    Told("bien", "Bidding starts at 100 or more and can be increased by 10 or more by the next bidder.", "the first bid is at least 100, each one after it at least 10 more than the last", "la première enchère est d'au moins 100, chacune des suivantes d'au moins 10 de plus", "det första budet är minst 100, varje följande minst 10 mer"),
    Told("bien", "Players may bid only once.", "each calls once", "chacun parle une fois", "talar var och en en gång"),
    Told("bien", "The first card played is ALWAYS trump - even if by mistake.", "the suit of the very first card led is trumps, even if it was led by mistake", "la couleur de la toute première carte entamée est l'atout, même si elle l'a été par erreur", "färgen på det allra första utspelade kortet är trumf"),
    Told("bien", "The highest card is the jack of trump followed by the nine of trump.", "trumps rank, high to low: J 9 A K Q 10 8 7", "du plus fort au plus faible : V 9 A R D 10 8 7", "från högst till lägst: Kn 9 E K D 10 8 7"),
    Told("bien", "You do not have to follow suit when anouther suit is played and may trump it - even if you have a card of that suit", "any card may be played, a trump too, even by who has a card of that suit", "un atout aussi, même si l'on a de cette couleur", "också trumf, även av den som har färgen"),
    Told("bien", "you may NOT under-trump your opponents trick", "when another suit than trumps is led, a trump lower than that of an opponent who is winning the trick may be played only if there is nothing else to play", "un atout plus faible que celui d'un adversaire qui est maître du pli", "en trumf som är lägre än den som en motspelare vinner sticket med"),
    Told("bien", "100 to 140 ---- 2 points … 350 to 390 ---- 7 points", "100–140 2 150–190 3 200–240 4 250–290 5 300–340 6 350–390 7", "100–140 2 150–190 3 200–240 4 250–290 5 300–340 6 350–390 7", "100–140 2 150–190 3 200–240 4 250–290 5 300–340 6 350–390 7"),
    Told("bien", "Meld values: three cards of the same suit in sequence, 20 points; four card run, 50 points; 5 card run, 100 points", "3 cards 20, 4 cards 50, 5 or more 100", "3 cartes 20, 4 cartes 50, 5 ou plus 100", "3 kort 20, 4 kort 50, 5 eller fler 100"),
    Told("bien", "A bid of 130 means your partner has 50 meld, a bid of 140 means 100 meld. A bid of 240 usually means your partner has all 4 jacks.",
         "130 tells the partner that one has 50 meld, a bid of 140 that one has 100; a bid of 240 usually that one has all four jacks", "130 apprend au partenaire que l'on a 50 de combinaisons", "130 säger partnern att man har 50 i melder"),
    Told("bien", "If the bidder loses a trick, he is set: tricks count in a ponder alone", "tricks of each side, 8 in all; only if the bid is ponder", "plis de chaque camp, 8 en tout ; seulement si enchère est ponder", "stick för varje lag, 8 sammanlagt; bara om bud är ponder"),
    Told("bien", "try to lay on a point card like a ten, to increase your team's point total", "lay a point card such as a ten", "mettez une carte qui compte, un dix par exemple", "Lägg ett poängkort, som en tia"),
    Told("bien", "When one team reaches 0, the game is over and the winners score 12 points, The opponents receive … subtracting the remaining points from 12",
         "12 to the winners; to the others 12 less what they have left", "12 aux gagnants ; aux autres 12 moins ce qui leur reste", "12 till vinnarna; till de andra 12 minus det de har kvar"),
]  # fmt: skip
TABLES = [
    Told("bismarck-estonian", "a hand of 12 cards if there are 3 players or 9 cards if there are 4", "cards in a hand: with 3 players 12, with 4 players 9", "cartes par joueur : à 3 joueurs 12, à 4 joueurs 9", "kort på handen: med 3 spelare 12, med 4 spelare 9"),
    Told("bismarck-estonian", "8 rounds of deals, 24 deals in all if there are three players and 32 if there are four", "the number of deals: with 3 players 24, with 4 players 32", "nombre de donnes : à 3 joueurs 24, à 4 joueurs 32", "antal givar: med 3 spelare 24, med 4 spelare 32"),
    Told("bismarck-estonian", "In the very first hand of round 1 the holder of the Ace of clubs leads any card to the first trick",
         "(in the first deal the holder of the ace of clubs) leads to the first trick", "(à la première donne le joueur qui a l'as de trèfle) entame le premier pli", "(i första given den som har klöveress) spelar ut till första sticket"),
    Told("bismarck-estonian", "you can start a new pile by playing any 6, or you can add the next card in sequence to an existing pile of that suit",
         "a card fits if it begins the pile of its suit, or is the next on it", "une carte convient si elle commence la pile de sa couleur, ou si elle en est la suivante", "ett kort passar om det börjar sin färgs hög, eller är nästa på den"),
    Told("bismarck-lever", "the new player plays the next contract in the sequence. After 12 deals each player will have dealt each contract once",
         "one a deal, and then from the first on again", "un par donne, puis de nouveau à partir du premier", "ett per giv, och sedan åter från det första"),
    Told("bismarck-lever", "last card dealt determines trumps", "let the table agree on it first", "que la table en convienne d'abord", "kom överens om det först"),
    Told("bismarck-swedish", "the other two players have a quota of 4 tricks each", "quotas declarer others (each)", "quotas déclarant les autres (par joueur)", "kvoter spelförare de andra (var)"),
    Told("bizon", "If the winners are tied and the Bizon is one of them", "the Bizon and an Otter have equally many GP and nobody has more", "le Bison et une Loutre ont autant de GP l'un que l'autre", "Bisonen och en Utter har lika många GP"),
    Told("bien", "when the cards are counted at the end of the hand", "counts the point cards in the tricks that it has taken", "compte les cartes qui valent des points dans les plis qu'il a faits", "räknar varje lag poängkorten i de stick som det har tagit"),
]  # fmt: skip
TOLD = [*BIZON, *BISMARCK, *BISQUE_AND_BIEN, *TABLES]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("told", TOLD, ids=lambda told: f"{told.game}: {told.source[:40]}")
def test_the_page_tells_what_the_source_says(told: Told, language: str) -> None:
    """What the quoted sentence of the source says stands on the page, in the language spoken."""
    assert getattr(told, language) in page(told.game, language)


@pytest.mark.parametrize("game", GAMES)
def test_somebody_deals_first(game: str) -> None:
    """The page says who deals first, or that the rules do not: "Any player may deal first"; "the
    high card wins the deal"; of Bizon and others the sources say nothing."""
    deals = "deals" if ruleset(game).has_cards else "begins"
    told = f"who {deals} first is for the table to say" in page(game, "en")
    assert told is ("first-dealer" not in casebook(ruleset(game)).topics)


# --- every game --------------------------------------------------------------------------------------------

NEEDED = ("The object", "The cards", "The deals", "Dealing", "Playing", "Scoring", "The end")


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_what_one_needs_to_play_it(game: str) -> None:
    """No shipped game leaves out its object, its cards, how they are dealt and played, what
    scores and what ends it; dice have no cards that are dealt."""
    titles = [part["title"] for part in rules_value(ruleset(game))]
    of_cards = () if ruleset(game).has_cards else ("The cards", "Dealing")
    needed = [title for title in NEEDED if title not in of_cards]
    assert [title for title in needed if title not in titles] == []
    assert [titles.index(title) for title in needed] == sorted(
        titles.index(title) for title in needed
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_page_fits_a_narrow_terminal(game: str, language: str) -> None:
    """At 50 columns no line is longer; a table that is too wide is told row by row."""
    speak(language, catalogue(language))
    assert [
        line for line in rules_text(ruleset(game), 50).splitlines() if width_of(line) > 50
    ] == []


def test_a_table_that_is_too_wide_is_told() -> None:
    """What stands in the columns of a table at 80 columns is said in its rows at 30."""
    wide, narrow = (rules_text(ruleset("bizon"), width) for width in (80, 30))
    assert "The Bizon won with 40 GP    +10              0" in wide
    assert "- The Bizon won with 40 GP:\n  bizon +10, otters (each) 0" in narrow


def test_what_is_noted_stands_behind_the_steps() -> None:
    """Steps are numbered; a ruling on dealing is no step."""
    text = rules_text(ruleset("bien"))
    assert "\n2. From the player at the dealer's left on" in text
    assert "\n- A mistake such as three or five cards dealt at once" in text


def test_the_page_as_markdown(tmp_path: Path) -> None:
    """Headings, lists and tables; nothing of the text is markup of its own."""
    text = Person(tmp_path).does("rules show bizon --format markdown").out
    assert text == document_markdown(rules_document(ruleset("bizon"))) + "\n"
    assert text.startswith("# Bizon\n\n- 3 players, each alone\n")
    assert "\n## The object\n\n- In each of 15 games" in text
    assert "\n1. The dealer gives every player three cards" in text
    assert re.search(r"^\| The Bizon lost with 0 GP +\| +−10 \| +\+10 \|$", text, re.MULTILINE)
    assert "\\[guide 8, table\\]" in text


def test_the_page_as_the_table_chose(tmp_path: Path) -> None:
    """Steps and laws are those of the options given, which are named at the top; the options that
    there are stay on the page with their usual values."""
    person = Person(tmp_path)
    usual = flat(person.does("rules show bismarck-swedish").out)
    told = flat(
        person.does(
            "rules show bismarck-swedish --option table_cards=last-four --option must_trump"
        ).out
    )
    assert "chosen: must_trump, table_cards=last-four" in told
    assert "chosen:" not in usual
    assert "lays the last four cards of the pack face up" in told
    assert "lays the last four cards" not in usual
    assert "who cannot follow suit must play a trump" in told
    assert "table_cards (first-four | last-four | any-four; usually first-four)" in told


def test_the_page_of_a_session(tmp_path: Path) -> None:
    """The game and its choices are the session's, and may be asked otherwise; one of game and
    session is named."""
    person = Person(tmp_path)
    person.does("new bismarck-swedish A B C --name monday --option see_hand_first=yes")
    told = flat(person.does("rules show -s monday").out)
    assert "chosen: see_hand_first" in told
    assert "having seen the hand and the four cards on the table" in told
    other = flat(person.does("rules show -s monday --option see_hand_first=no").out)
    assert "chosen:" not in other
    assert person.reads("rules show -s monday")["options"]["see_hand_first"] is True
    assert person.types("rules", "show").code == 2
    assert person.types("rules", "show", "bien", "-s", "monday").code == 2
    refused = person.types("rules", "show", "bismarck-swedish", "--option", "table_cards=best")
    assert (refused.code, "`table_cards` cannot be `best`" in refused.err) == (1, True)


def test_the_source_s_own_names_and_choices_are_on_the_page() -> None:
    """Swedish: "Spel (game), also known as Sang"; "Valfri (free choice), also known as Trumf"; any
    four, "no two consecutive, not the first or last"."""
    text = flat(rules_text(ruleset("bismarck-swedish")))
    assert "Trumf: forehand names any suit as trumps; win tricks. Valfri (free choice)" in text
    assert "Sang: no trumps; win tricks. Spel (game)" in text
    assert "no two consecutive, not the first or last" in text


def test_the_page_as_data(tmp_path: Path) -> None:
    """JSON has the page beside the ruleset itself, and all that was there before."""
    found = Person(tmp_path).reads("rules show bien")
    assert {
        "id",
        "name",
        "family",
        "players",
        "deals",
        "languages",
        "sources",
        "caution",
        "rules",
    } < found.keys()
    assert found["page"] == rules_value(ruleset("bien"))
    scoring = next(part for part in found["page"] if part["title"] == "Scoring")
    assert scoring["tables"][0]["rows"][0] == ["100–140", "2"]
    assert found["rules"]["ladder"]["value"]["100"] == 2


def test_a_page_without_prose_is_told_from_its_data() -> None:
    """Somebody's own page has the cards, the calls, the play and the scoring, though it says
    nothing in words."""
    raw = raw_ruleset("bismarck-swedish")
    for key in ("object", "dealing", "ruling", "option", "check", "example"):
        raw.pop(key)
    bare = read_ruleset({**raw, "pack": raw_ruleset("packs/french-52")}, "bare")
    text = " ".join(rules_text(bare, 10_000).split())
    assert "The object" not in text
    assert "1. The dealer deals 16 cards to every player." in text
    assert "the player at the dealer's left leads to the first trick" in text
    assert "Spader 8 4 +1 −1" in text


def test_where_nobody_leads_and_all_is_laid_out() -> None:
    """A game of layouts alone says nothing of tricks; both directions of a layout are told."""
    raw = raw_ruleset("bismarck-estonian")
    raw["pack"] = {**raw_ruleset("packs/french-52"), "ranks": "A K Q J 10 9 8 7 6"}
    raw["contract"] = {
        "both": {**raw["contract"]["stops-up"], "stops": {"start": "9", "direction": "both"}}
    }
    raw["deals"] = {"number": "8 * players"}
    for key in ("count", "check", "example", "ruling", "dealing", "promise", "fact", "card"):
        raw.pop(key)
    raw["count"] = {"left": {"max": 12}}
    text = " ".join(rules_text(read_ruleset(raw, "laid"), 10_000).split())
    assert "each suit grows from 9 both ways, 9-10-J-Q-K-A and 9-8-7-6" in text
    assert "everybody in turn lays one card or passes" in text
    assert "suit must be followed" not in text


# --- whoever is last ----------------------------------------------------------------------------------------


def finished(game: str, **facts: object) -> dict[str, object]:
    """A session of one deal, finished."""
    rules = ruleset(game)
    one = replace(rules, deals=replace(rules.deals, number=read_formula("1", frozenset())))
    now = allowed(agree(one, ["Ann", "Bo", "Cleo"]), facts)
    return summary_of(now, "it")


def test_the_kettle() -> None:
    """ "After 18 hands the winner [with the largest positive score] basks in his glory whilst the
    lowest [largest negative] score, regardless of rank, gets the kettle on.": said under the
    sheet of what is finished, and nowhere before."""
    rules = ruleset("bismarck-raf")
    summary = finished("bismarck-raf", contract="hearts", tricks=(9, 5, 2))
    said = "The lowest score, regardless of rank, gets the kettle on: Cleo."
    for plain in (False, True):
        assert said in " ".join(sheet_text(summary.sheet, rules, 80, plain).split())
    open_now = allowed(
        agree(rules, ["Ann", "Bo", "Cleo"]), {"contract": "hearts", "tricks": (9, 5, 2)}
    )
    assert "kettle" not in sheet_text(summary_of(open_now, "it").sheet, rules, 80)


def test_several_who_are_last() -> None:
    """Who are level at the foot are all named."""
    summary = finished("bismarck-raf", contract="hearts", tricks=(10, 4, 2))
    assert "gets the kettle on: Bo and Cleo." in " ".join(
        sheet_text(summary.sheet, ruleset("bismarck-raf"), 80).split()
    )
