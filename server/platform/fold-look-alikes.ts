import unhomoglyph from 'unhomoglyph';
import { foldText } from '../../contract/fold-text.ts';

/** Characters that people use for a Latin letter and that UTS 39 does not map to it, because they look different in some typefaces. */
const writtenFor: Readonly<Record<string, string>> = {
	a: 'ᴀɐɒΔΛДд₳ᗩᎯ',
	b: 'ʙвьбБΒβ฿ᗷҍ',
	c: 'ᴄ₵¢ᑕς',
	d: 'ᴅδ∂ᗪ',
	e: 'ᴇεзЗэЭξΣΞ∑€ɜɘєɇɆ',
	f: 'ꜰғ₣ᖴ',
	g: 'ɢ₲Ꮆ',
	h: 'ʜнђћᕼ',
	i: 'ɪ¡',
	j: 'ᴊᒍ',
	k: 'ᴋкκ₭ĸ',
	l: 'ʟ£ᒪł',
	m: 'ᴍмʍᗰ',
	n: 'ɴηиИпПπΠлЛ₦ᑎŋ',
	o: 'ᴏσθΘΩфФ◯⭕',
	p: 'ᴘ₱ᑭ',
	q: 'ꞯ',
	r: 'ʀгГΓяЯᖇɹɽⱤɍ',
	s: 'ꜱᔕ',
	t: 'ᴛтτ₮†',
	u: 'ᴜμцЦᑌ',
	v: 'ᴠνᐯ∨',
	w: 'ᴡωшШщЩ₩ᗯɯ',
	x: 'χ×✕✖',
	y: 'ʏγчЧ¥ʎɏɎ',
	z: 'ᴢζ',
};
const letters = new Map(
	Object.entries(writtenFor).flatMap(([letter, characters]) => [...characters].map((one) => [one, letter] as const)),
);

/** First characters of rows of A to Z: white on a circle, white on a square, and the letters of flags. */
const alphabets = [0x1f150, 0x1f170, 0x1f1e6];

function toLatin(character: string): string {
	const code = character.codePointAt(0) ?? 0;
	const first = alphabets.find((start) => code >= start && code < start + 26);
	if (first !== undefined) return String.fromCharCode(code - first + 97);
	return letters.get(character) ?? foldText(unhomoglyph(character));
}

/**
 * Returns a text as it reads: folded as for searches, and in Latin letters where a character looks like one (Unicode's UTS 39, small capitals,
 * letters on squares and circles, letters of other scripts that are used for Latin ones). Plain ASCII stays: 'm' is not 'rn', and '0' is not 'o'.
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
		text
			.replaceAll('ǫ', 'q')
			.normalize('NFKD')
			.replace(/[^\0-\x7F\p{M}\p{Default_Ignorable_Code_Point}]/gu, toLetters),
	);
}
