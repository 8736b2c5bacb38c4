import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import * as validationText from '../../text/shared/validation.ts';
import { cleanText } from './clean-text.ts';
import { endpoints } from './endpoints.ts';
import { createTextSchema, titleSchema } from './fields.ts';

const invisibleTexts = [
	...['\u200B', '\u00AD', '\u2060', '\u3164', '\u2800', '\u115F', '\u1160', '\uFFA0', '\u034F', '\uFE0F', '\uFE00'],
	...['\u{E0100}', '\u{E0041}', '\u{E007F}', '\u200C', '\u200D', '\uFEFF', '\u180E', '\u2064', '\u061C', '\u202E'],
	...['\u17B4', '\u{1D173}', '\uFFF9', '\u00A0', '\u3000', '\u2003', '\u205F', '\u2028', '\u0085', '\u0007', '\u0301'],
	...[' \u200B\n\u3164\t\u2800 ', '\u200D\uFE0F', '\u{E0067}\u{E0062}\u{E007F}'],
];

describe('cleanText', () => {
	test.each(invisibleTexts)('leaves nothing of the invisible text %j', (text) => {
		expect(cleanText(text).trim()).toBe('');
		expect(titleSchema.safeParse(text).error?.issues[0]?.message).toBe(validationText.titleMissing);
		expect(createTextSchema({ max: 10 }).parse(text)).toBe('');
		expect(titleSchema.parse(`Ada${text}`)).toMatch(/^Ada\u0301?$/);
	});

	test.each([
		['a family', '👨‍👩‍👧'],
		['a skin colour', '👩🏽‍🚀 👍🏾'],
		['a red heart', '❤️'],
		['a flag with a rainbow', '🏳️‍🌈'],
		['the flag of England', '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}'],
		['a keycap', '1️⃣'],
		['Nigeria', '🇳🇬'],
		['Persian', 'می\u200Cخواهم'],
		['Hindi', 'क्\u200Dष क\u094D\u200Cष'],
		['Malayalam', 'അവന\u0D4D\u200D'],
		['Yoruba, composed', 'Ọ̀yọ́ ẹ́'.normalize('NFC')],
		['Yoruba, decomposed', 'Ọ̀yọ́ ẹ́'.normalize('NFD')],
		['Burmese', 'လျှို့'],
		['Hebrew', 'שָּׁ'],
		['Hausa', 'ƙarfe ɗan’uwa'],
		['lines and tabs', 'One\n\tTwo'],
	])('keeps %s', (_, text) => {
		expect(cleanText(text)).toBe(text);
	});

	test.each([
		['Sa\u200Bmsung \u00ADGal\u2060axy', 'Samsung Galaxy'],
		['a\u200Db', 'ab'],
		['🙂\u200D', '🙂'],
		['A\uFE0F1\uFE0F', 'A1'],
		['🙂\u{E0067}\u{E007F}', '🙂'],
		['Ada\u00A0Obi\u3164\u2800Ltd', 'Ada Obi  Ltd'],
		['one\r\ntwo\rthree\u2028four', 'one\ntwo\nthree\nfour'],
		['\u202Egnp.exe', 'gnp.exe'],
		[`Z${'\u0301'.repeat(30)}o`, 'Z\u0301\u0301\u0301\u0301o'],
		['\u0300Ada \u0301Obi', 'Ada Obi'],
		['ا\u061C\u200Cا\u200C\u061C', 'اا'],
	])('cleans %j to %j', (text, expected) => {
		expect(cleanText(text)).toBe(expected);
	});

	test('changes no text twice, and no printable ASCII', () => {
		const parts = fc.constantFrom(
			...invisibleTexts,
			'a',
			'ا',
			'क',
			'\u094D',
			'🙂',
			'👩',
			'🏽',
			'1',
			'\u20E3',
			'🏴',
			' ',
		);
		fc.assert(
			fc.property(fc.array(parts, { maxLength: 12 }), (typed) => {
				const once = cleanText(typed.join(''));
				expect(cleanText(once)).toBe(once);
			}),
		);
		fc.assert(fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => cleanText(text) === text));
	});
});

/** Fields that hold no words of a person: secrets, addresses of files and pages, and names that the server compares with its own. */
const comparedFields = [
	...[
		'device_key',
		'password',
		'current_password',
		'token',
		'code',
		'state',
		'iss',
		'fcm_token',
		'endpoint',
		'transports',
	],
	...[
		'secure_url',
		'titlevideourl',
		'public_id',
		'signature',
		'path',
		'route',
		'user_name',
		'lga',
		'courseTitle',
		'event',
	],
];

/** Lists the fields of a schema that take a text, with the schema of each. */
function listTextFields(schema: z.core.$ZodType, name: string): [string, z.core.$ZodType][] {
	const { def } = schema._zod as unknown as { def: Record<string, unknown> & { type: string } };
	if (def.type === 'object') {
		return Object.entries(def.shape as Record<string, z.core.$ZodType>).flatMap(([key, field]) =>
			listTextFields(field, key),
		);
	}
	if (def.type === 'union') return (def.options as z.core.$ZodType[]).flatMap((one) => listTextFields(one, name));
	if (def.type === 'array') return listTextFields(def.element as z.core.$ZodType, name);
	if (def.innerType) return listTextFields(def.innerType as z.core.$ZodType, name);
	let input = schema;
	while ((input._zod.def as { in?: z.core.$ZodType }).in)
		input = (input._zod.def as never as { in: z.core.$ZodType }).in;
	return input._zod.def.type === 'string' ? [[name, schema]] : [];
}

test('every field of the API that takes words cleans them', () => {
	const typed = 'Ad\u200Ba\u00AD';
	const fields = Object.values(endpoints).flatMap((endpoint) => {
		const { name, body } = endpoint as { name: string; body?: z.core.$ZodType };
		return body ? listTextFields(body, '').map(([field, schema]) => ({ name, field, schema })) : [];
	});
	expect(fields.length).toBeGreaterThan(60);
	const dirty = fields
		.filter(({ field }) => !comparedFields.includes(field))
		.filter(({ schema }) => {
			const { data, success } = z.safeParse(schema, typed);
			return success && data !== 'Ada';
		});
	expect(dirty.map(({ name, field }) => `${name} ${field}`)).toEqual([]);
});
