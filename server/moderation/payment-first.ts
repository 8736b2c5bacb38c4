import { foldText } from '../../contract/fold-text.ts';

// Phrases that ask for payment before delivery or inspection, in English and Pidgin. Moderators review texts with such phrases; nothing is
// blocked. In a phrase, `(a|b)` matches one of the alternatives, `~` matches up to two words, and `?` marks the word before it as optional.

const phrases = [
	// Requests to pay before delivery or inspection.
	'(pay|paying|payment|deposit|money) ~ before (delivery|delivering|dispatch|shipping|shipment|sending|waybill|inspection|pickup|viewing)',
	'(pay|payment|money) ~ before (i|we|you|una|e) ~ (deliver|send|ship|waybill|bring|dispatch|see|check|inspect|collect|reach|carry|release)',
	'before (delivery|waybill|inspection|dispatch) (you|customer|buyer) (must|go|will|should|need) ~ pay',
	'payment (validates|confirms|secures|comes) (order|orders|before)',
	'full payment (before|first|upfront)',
	'(pay|payment|money|deposit) (upfront|up front|in advance)',
	// Requests to pay first.
	'(transfer|pay|send|drop|put|bring) (the|your|full|half|small)? (money|payment|cash|transport|fare)? first',
	'(money|payment|transfer|cash|deposit) first (before|then|na|abeg)?',
	'first (transfer|pay|send|drop) ~ (money|payment|deposit)',
	'(pay|send money|transfer) (make|so) (i|we) ~ (send|waybill|ship|deliver|bring|dispatch|carry|book)',
	'(you|una) go (pay|transfer|send money) first',
	// Requests for a deposit.
	'(send|make|drop|pay|transfer|put) (a|the|your|me|us)? (some|small|little|half|refundable|non refundable)? (deposit|commitment fee|down payment|part payment|booking fee|reservation fee|advance payment)',
	'deposit (is|of)? ~ (required|to secure|to reserve|to book|to hold)',
	'(deposit|commitment fee|booking fee) (make|so) (i|we) ~ (keep|hold|reserve|send)',
	// Refusals of payment on delivery or of inspection.
	'(no|not|we no dey do|i no dey do|we dont do|i dont do|we do not do) (payment|pay|cash|pod) on delivery',
	'no (pod|cod)',
	'no (inspection|viewing|testing|checking)',
	'(inspection|viewing) (not|is not|isnt) (allowed|possible)',
	'(you|una) (no fit|cannot|cant|can not) (see|check|inspect) (am|it) before',
	// Requests for a payment method without refunds.
	'(pay|payment|send|buy) ~ (with|by|via|through|me)? (gift card|gift cards|itunes card|steam card|western union|moneygram|bitcoin|usdt)',
];

const patterns = phrases.map((phrase) => new RegExp(`(?<![\\p{L}\\p{N}])${toPattern(phrase)}(?![\\p{L}\\p{N}])`, 'gu'));

/** Words such as 'never' before a phrase. They turn the phrase into a warning to buyers, which is allowed. */
const warningPattern = /(?:^|\s)(?:never|dont|do not|avoid|without|nobody should|beware)(?:\s\S+){0,2}\s$/u;

/** Returns the phrases in a text that ask for payment before delivery: in lower case, distinct, at most five. */
export function findPaymentFirstPhrases(text: string): string[] {
	const words = normalizeText(text);
	const found = new Set<string>();
	for (const pattern of patterns) {
		for (const match of words.matchAll(pattern)) {
			if (!warningPattern.test(words.slice(0, match.index))) found.add(match[0].trim());
		}
	}
	return [...found].slice(0, 5);
}

/** Converts a text to lower case without accents and symbols. Separates words by one space and clauses by ' . '. */
function normalizeText(text: string): string {
	return foldText(text)
		.replace(/[.,!?;:\n]+/g, ' . ')
		.replace(/[^\p{L}\p{N}.]+/gu, ' ')
		.replace(/ +/g, ' ');
}

function toPattern(phrase: string): string {
	let pattern = '';
	let between = '';
	for (const part of phrase.match(/\([^)]*\)\??|\S+/g) ?? []) {
		if (part === '~') {
			pattern += '(?: [\\p{L}\\p{N}]+){0,2}';
			continue;
		}
		const optional = part.endsWith('?');
		const word = optional ? part.slice(0, -1) : part;
		const alternatives = word.startsWith('(') ? `(?:${word.slice(1, -1)})` : word;
		pattern += optional ? `(?:${between}${alternatives})?` : `${between}${alternatives}`;
		between = ' ';
	}
	return pattern;
}
