import { describe, expect, test } from 'vitest';
import { findPaymentFirstPhrases, phraseLists } from './payment-first.ts';

const lists = Object.entries(phraseLists).map(([language, list]) => ({ language, ...list }));

describe.each(lists)('phrases in $language', ({ language, found, ordinary }) => {
	test('has enough examples', () => {
		const least = ['english', 'pidgin'].includes(language) ? 40 : 15;
		expect(new Set(found).size).toBeGreaterThanOrEqual(least);
		expect(new Set(ordinary).size).toBeGreaterThanOrEqual(least);
	});

	test.each(found)('finds a phrase in: %s', (text) => {
		expect(findPaymentFirstPhrases(text)).not.toEqual([]);
	});

	test.each(ordinary)('finds no phrase in: %s', (text) => {
		expect(findPaymentFirstPhrases(text)).toEqual([]);
	});
});

const isLetter = (character: string) => /[a-z]/i.test(character);
const plain = (text: string) =>
	text
		.normalize('NFD')
		.replace(/\p{M}/gu, '')
		.replace(/[ɓɗƙƴ]/g, (letter) => 'bdky'['ɓɗƙƴ'.indexOf(letter)] ?? letter);
const eachLetter = (change: (letter: string, index: number) => string) => (text: string) =>
	[...plain(text)].map((one, index) => (isLetter(one) ? change(one, index) : one)).join('');
const between = (sign: string) => (text: string) => plain(text).replace(/(?<=[a-z])(?=[a-z])/gi, sign);
/** Replaces letters by what stands after them in `pairs`. */
const spelled = (pairs: string) => {
	const others = new Map(pairs.split(' ').map((pair) => [pair[0], pair.slice(1)]));
	return eachLetter((letter) => others.get(letter.toLowerCase()) ?? letter);
};
const alphabet = [...'abcdefghijklmnopqrstuvwxyz'];
const row = (first: number) =>
	spelled(alphabet.map((letter, index) => letter + String.fromCodePoint(first + index)).join(' '));

const rewritings: Record<string, (text: string) => string> = {
	'zero-width spaces': between('\u200B'),
	'soft hyphens': between('\u00AD'),
	'variation selectors': between('\uFE0F'),
	'supplementary variation selectors': between('\u{E0101}'),
	'tag characters': between('\u{E0041}'),
	'word joiners': between('\u2060'),
	'Hangul fillers': between('\u3164'),
	'combining strokes': between('\u0336'),
	accents: between('\u0301'),
	'Cyrillic letters': spelled('aа cс eе hһ iі jј oо pр qԛ sѕ wԝ xх yу'),
	'Cyrillic capitals': spelled('aА bВ cС eЕ hН iІ jЈ kК mМ oО pР sЅ tТ xХ yУ'),
	'Cyrillic small letters': spelled('aа bв cс eе hн iі kк mм oо pр tт xх yу'),
	'Greek letters': spelled('aα bβ eε iι kκ nη oο pρ tτ uυ vν wω xχ yγ'),
	'Greek capitals': spelled('aΑ bΒ eΕ hΗ iΙ kΚ mΜ nΝ oΟ pΡ tΤ xΧ yΥ zΖ'),
	'small capitals': spelled('aᴀ bʙ cᴄ dᴅ eᴇ fꜰ gɢ hʜ iɪ jᴊ kᴋ lʟ mᴍ nɴ oᴏ pᴘ qǫ rʀ sꜱ tᴛ uᴜ vᴠ wᴡ yʏ zᴢ'),
	'squared letters': row(0x1f130),
	'negative squared letters': row(0x1f170),
	'circled letters': row(0x24d0),
	'negative circled letters': row(0x1f150),
	'parenthesized letters': row(0x249c),
	'fullwidth letters': row(0xff41),
	'flag letters': row(0x1f1e6),
	'bold mathematical letters': row(0x1d41a),
	'Fraktur letters': row(0x1d586),
	'sans-serif mathematical letters': row(0x1d5ba),
	'monospace letters': row(0x1d68a),
	dots: between('.'),
	spaces: (text) => between(' ')(text).replace(/ {3}/g, '   '),
	'spaces of one width': (text) => between(' ')(text).replace(/ +/g, ' '),
	hyphens: between('-'),
	underscores: between('_'),
	asterisks: between('*'),
	slashes: between('/'),
	emoji: between('🙏'),
	'dots between words': (text) => text.replace(/ +/g, '.'),
	'hyphens between words': (text) => text.replace(/ +/g, '-'),
	leet: spelled('a4 e3 i1 o0 s5 t7'),
	'more leet': (text) => spelled('a@ b8 e3 g9 i! o0 s$ t7 z2')(plain(text).replace(/i(?![a-z])/gi, '1')),
	'doubled letters': eachLetter((letter) => letter + letter),
	'long letters': eachLetter((letter, index) => (index % 3 === 0 ? letter.repeat(5) : letter)),
	'line breaks between words': (text) => text.replace(/ +/g, '\n'),
	'line breaks between letters': between('\n'),
	capitals: (text) => text.toUpperCase(),
	'mixed case': eachLetter((letter, index) => (index % 2 === 0 ? letter.toUpperCase() : letter.toLowerCase())),
	'flags around': (text) => `🇳🇬${text}🇳🇬`,
	'words around': (text) => `Clean bag, still new.\n${text}`,
};

test.each(Object.entries(rewritings))('finds every phrase that is written with %s', (_, rewrite) => {
	const missed = lists.flatMap(({ found }) =>
		found.map(rewrite).filter((text) => findPaymentFirstPhrases(text).length === 0),
	);
	expect(missed).toEqual([]);
});

/** Signs and digits within the words hide some answers and warnings. */
const readable = Object.entries(rewritings).filter(([name]) => !name.includes('leet'));
/** Letters apart end words, and signs end answers: 're payment before delivery'. */
const unambiguous = lists.flatMap(({ ordinary }) => ordinary.filter((text) => !/^(Repayment|Returns)/.test(text)));

test.each(readable)('finds no phrase in ordinary texts that are written with %s', (_, rewrite) => {
	const wrong = unambiguous.map(rewrite).filter((text) => findPaymentFirstPhrases(text).length > 0);
	expect(wrong).toEqual([]);
});

test('returns distinct phrases as they read, at most five', () => {
	expect(findPaymentFirstPhrases('Pay before delivery! PAY BEFORE DELIVERY. Transfer first.')).toEqual([
		'pay before delivery',
		'transfer first',
	]);
	expect(findPaymentFirstPhrases('Sure. Pау bеfоrе delivery')).toEqual(['pay before delivery']);
	const much = 'no pod. no inspection. payment first. send deposit. transfer first. pay with gift card. pay upfront.';
	expect(findPaymentFirstPhrases(much)).toHaveLength(5);
});

test('takes time in proportion to the length of texts that nearly match', () => {
	const measure = (text: string) => {
		const start = process.threadCpuUsage();
		findPaymentFirstPhrases(text);
		const { user, system } = process.threadCpuUsage(start);
		return (user + system) / 1000;
	};
	for (const word of [
		'pay ',
		'no ',
		'deposit ',
		'send the ',
		'before you ',
		'pay a b ',
		'p ',
		'p a y ',
		'never pay ',
		'l1',
	]) {
		measure(word.repeat(2500).slice(0, 5000));
		expect(measure(word.repeat(2500).slice(0, 5000))).toBeLessThan(200);
	}
});
