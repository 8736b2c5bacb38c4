import unhomoglyph from 'unhomoglyph';
import { foldText } from '../../contract/core/fold-text.ts';

/** Characters that people use for a Latin letter and that neither `foldText` nor UTS 39 maps to it. */
const writtenFor: Readonly<Record<string, string>> = {
	a: 'ɐɒΔΛДд₳ᗩᎯ',
	b: 'вьбБΒβ฿ᗷҍ',
	c: '₵¢ᑕς',
	d: 'δ∂ᗪ',
	e: 'εзЗэЭξΣΞ∑€ɜɘєɇɆ',
	f: 'ғ₣ᖴ',
	g: '₲Ꮆ',
	h: 'нђћᕼ',
	i: '¡',
	j: 'ᒍ',
	k: 'кκ₭ĸ',
	l: '£ᒪł',
	m: 'мʍᗰ',
	n: 'ηиИпПπΠлЛ₦ᑎŋ',
	o: 'σθΘΩфФ◯⭕',
	p: '₱ᑭ',
	r: 'гГΓяЯᖇɹɽⱤɍ',
	s: 'ᔕ',
	t: 'тτ₮†',
	u: 'μцЦᑌ',
	v: 'νᐯ∨',
	w: 'ωшШщЩ₩ᗯɯ',
	x: 'χ×✕✖',
	y: 'γчЧ¥ʎɏɎ',
	z: 'ζ',
};
const letters = new Map(
	Object.entries(writtenFor).flatMap(([letter, characters]) => [...characters].map((one) => [one, letter] as const)),
);

/** Two letters of which emoji make a flag. */
const flagLetters = /[\u{1F1E6}-\u{1F1FF}]+/gu;

/** Writes words of the letters of flags as words, and flags as spaces. Two of these letters are a word only beside longer ones. */
function readFlags(text: string): string {
	const runs = text.match(flagLetters) ?? [];
	const areFlags = runs.every((run) => [...run].length === 2);
	return text.replace(flagLetters, (run) =>
		areFlags ? ' ' : [...run].map((one) => String.fromCharCode((one.codePointAt(0) ?? 0) - 0x1f1e6 + 97)).join(''),
	);
}

function toLatin(character: string): string {
	const folded = foldText(character);
	return /^[a-z0-9]+$/.test(folded) ? folded : (letters.get(character) ?? foldText(unhomoglyph(character)));
}

/**
 * Returns a text as it reads: folded as for searches, and in Latin letters where a character looks like one (Unicode's UTS 39, and letters of other
 * scripts, currencies and flags that people use for Latin ones). Plain ASCII stays: 'm' is not 'rn', and '0' is not 'o'.
 */
export function foldLookAlikes(text: string): string {
	if (!/[^\0-~]/.test(text)) return foldText(text);
	const found = new Map<string, string>();
	const toLetters = (character: string) => {
		const known = found.get(character) ?? toLatin(character);
		found.set(character, known);
		return known;
	};
	return foldText(
		readFlags(text)
			.replaceAll('ǫ', 'q')
			.normalize('NFKD')
			.replace(/[^\0-\x7F\p{M}\p{Default_Ignorable_Code_Point}]/gu, toLetters),
	);
}
