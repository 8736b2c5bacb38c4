import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as captionsText from '../../text/shared/captions.ts';
import * as validationText from '../../text/shared/validation.ts';
import { type Caption, captionsSchema, cutCaptions, formatCaptions, parseCaptions } from './captions.ts';
import * as mediaLimits from './limits.ts';

const lines = (...text: string[]) => text.join('\n');
const welcome = { start: 1000, end: 4000, text: 'Welcome!' };
const price = { start: 4000, end: 65_250, text: 'NGN 15,000\nonly today' };

describe('a caption file', () => {
	const vtt = lines(
		'WEBVTT - made by hand',
		'Kind: captions',
		'',
		'NOTE',
		'for the shoes',
		'',
		'STYLE',
		'::cue { color: red }',
		'',
		'REGION',
		'id:low',
		'',
		'greeting',
		'00:01.000 --> 00:04.000 line:0 align:start',
		'Welcome!',
		'',
		'',
		'00:00:04.000 --> 00:01:05.250',
		'NGN 15,000',
		'only today',
		'',
	);

	test('keeps times and text of WebVTT, without comments, styles, regions, names and positions', () => {
		expect(parseCaptions(vtt)).toEqual({ captions: [welcome, price] });
	});

	test.each([
		['a byte-order mark', `\uFEFF${vtt}`],
		['line breaks of Windows', vtt.replaceAll('\n', '\r\n')],
		['line breaks of old Macs', vtt.replaceAll('\n', '\r')],
		['empty lines with spaces', vtt.replaceAll('\n\n', '\n \t\n')],
		['control and bidirectional characters', vtt.replaceAll('only', '\u202Eo\u0007nly')],
	])('may have %s', (_, file) => {
		expect(parseCaptions(file)).toEqual({ captions: [welcome, price] });
	});

	test('may be SRT', () => {
		const srt = lines(
			'1',
			'00:00:01,000 --> 00:00:04,000',
			'<font color="red">Welcome!</font>',
			'',
			'2',
			'00:00:04,000 --> 00:01:05,250',
			'NGN 15,000',
			'only today',
		);
		expect(parseCaptions(srt)).toEqual({ captions: [welcome, price] });
	});

	test.each([
		['<v Ada>Hello <c.loud>all</c> of <00:02.000><i>you</i></v>', 'Hello all of you'],
		['Rock &amp; roll &lt;3&nbsp;you &copy;', 'Rock & roll <3 you &copy;'],
		['&amp;lt;b&amp;gt;', '&lt;b&gt;'],
		['under < 5,000 or > 9,000', 'under < 5,000 or > 9,000'],
		['<script>alert(1)</script>', '<script>alert(1)</script>'],
	])('turns %j into the text %j', (words, text) => {
		expect(parseCaptions(lines('WEBVTT', '', '00:01.000 --> 00:04.000', words)).captions).toEqual([
			{ ...welcome, text },
		]);
	});

	test('leaves out captions without text', () => {
		const file = lines('WEBVTT', '', '00:00.000 --> 00:01.000', '<i></i>', '', '00:01.000 --> 00:04.000', 'Welcome!');
		expect(parseCaptions(file)).toEqual({ captions: [welcome] });
	});

	const timed = (from: string, to: string, text = 'Hi') => lines(`${from} --> ${to}`, text);
	test.each([
		['without captions', 'WEBVTT\n\nNOTE nothing', captionsText.empty],
		['that is empty', '', captionsText.empty],
		['of another kind', '{"captions": []}', captionsText.notCaptions],
		['with text in place of a time', 'WEBVTT\n\nHello\nthere', captionsText.timeInvalid(3)],
		[
			'with a time after other text',
			lines('1', timed('00:01,000', '00:02,000'), '', 'Hello'),
			captionsText.timeInvalid(5),
		],
		['with a time without milliseconds', `WEBVTT\n\n${timed('00:01', '00:02')}`, captionsText.timeInvalid(3)],
		['with 60 seconds', `WEBVTT\n\n${timed('00:60.000', '01:02.000')}`, captionsText.timeInvalid(3)],
		['with a caption of no duration', `WEBVTT\n\n${timed('00:01.000', '00:01.000')}`, captionsText.endsTooEarly(3)],
		[
			'in the wrong order',
			lines('WEBVTT', '', timed('00:02.000', '00:03.000'), '', timed('00:01.999', '00:03.000')),
			captionsText.outOfOrder(6),
		],
		[
			'with captions in one block',
			lines('WEBVTT', '', timed('00:01.000', '00:02.000'), timed('00:02.000', '00:03.000')),
			captionsText.lineMissing(5),
		],
		['with a caption in the header', lines('WEBVTT', timed('00:01.000', '00:02.000')), captionsText.lineMissing(2)],
		[
			'with a caption one character too long',
			lines('WEBVTT', '', timed('00:01.000', '00:02.000', 'x'.repeat(mediaLimits.captions.caption + 1))),
			captionsText.captionTooLong(3, mediaLimits.captions.caption),
		],
		[
			'with one caption too many',
			lines('WEBVTT', ...Array(mediaLimits.captions.count + 1).fill(`\n${timed('00:01.000', '00:02.000')}`)),
			captionsText.tooMany(mediaLimits.captions.count),
		],
	])('is rejected: one %s', (_, file, error) => {
		expect(parseCaptions(file)).toEqual({ error });
	});

	test('may have the most captions and the longest caption', () => {
		const longest = timed('00:01.000', '00:02.000', 'x'.repeat(mediaLimits.captions.caption));
		expect(parseCaptions(lines('WEBVTT', '', longest)).captions).toHaveLength(1);
		const most = lines('WEBVTT', ...Array(mediaLimits.captions.count).fill(`\n${timed('00:01.000', '00:02.000')}`));
		expect(parseCaptions(most).captions).toHaveLength(mediaLimits.captions.count);
	});
});

/** Text with what caption files consist of, so that many files are valid. */
const fileText = fc
	.array(
		fc.oneof(
			{
				weight: 4,
				arbitrary: fc.constantFrom('WEBVTT', '\n', '\n\n', '\r\n', 'NOTE', '-->', '00:01.000 --> 00:04.000\n'),
			},
			{ weight: 1, arbitrary: fc.constantFrom('<b>', '&lt;', '&amp;', '<', '\uFEFF', '\u202E', '\0', '1\n') },
			{ weight: 2, arbitrary: fc.string({ unit: 'binary' }) },
		),
	)
	.map((parts) => parts.join(''))
	.chain((text) => fc.constantFrom(text, `WEBVTT\n\n00:00.000 --> 00:01.000\n${text}`));

test('parses every text without throwing, and its own result to the same captions', () => {
	let valid = 0;
	fc.assert(
		fc.property(fileText, (file) => {
			const { captions } = parseCaptions(file);
			if (!captions) return;
			valid++;
			expect(parseCaptions(formatCaptions(captions))).toEqual({ captions });
		}),
		{ numRuns: 2000 },
	);
	expect(valid).toBeGreaterThan(200);
});

const captionList = fc
	.array(
		fc.record({
			start: fc.integer({ min: 0, max: 5_999_999 }),
			length: fc.integer({ min: 1, max: 9_999 }),
			text: fc.stringMatching(/^[a-z<>&;-]{1,40}$/),
		}),
		{ minLength: 1 },
	)
	.map((list) =>
		list.sort((a, b) => a.start - b.start).map(({ start, length, text }) => ({ start, end: start + length, text })),
	);

test('writes captions that are read as the same times, in order', () => {
	fc.assert(
		fc.property(captionList, (list: Caption[]) => {
			const { captions = [] } = parseCaptions(formatCaptions(list));
			const times = ({ start, end }: Caption) => [start, end];
			const kept = new Set(captions.map((caption) => String(times(caption))));
			for (const caption of list) expect(kept).toContain(String(times(caption)));
		}),
	);
});

test('cuts captions to a part of the video', () => {
	const captions = [welcome, { start: 3000, end: 5000, text: 'Now' }, price];
	expect(cutCaptions(captions, { start: 0, end: Number.POSITIVE_INFINITY })).toEqual(captions);
	expect(cutCaptions(captions, { start: 3500, end: 4500 })).toEqual([
		{ ...welcome, start: 0, end: 500 },
		{ start: 0, end: 1000, text: 'Now' },
		{ ...price, start: 500, end: 1000 },
	]);
	// A caption that only touches the part is not in it.
	expect(cutCaptions([welcome], { start: 4000, end: 9000 })).toEqual([]);
	expect(cutCaptions([welcome], { start: 0, end: 1000 })).toEqual([]);
});

test('cuts captions to captions that are valid', () => {
	const part = fc.record({
		start: fc.integer({ min: 0, max: 6_000_000 }),
		length: fc.integer({ min: 1000, max: 600_000 }),
	});
	fc.assert(
		fc.property(captionList, part, (list, { start, length }) => {
			const cut = cutCaptions(list, { start, end: start + length });
			for (const caption of cut) {
				expect(caption.start).toBeGreaterThanOrEqual(0);
				expect(caption.end).toBeGreaterThan(caption.start);
				expect(caption.end).toBeLessThanOrEqual(length);
			}
			expect(cut.map(({ start }) => start)).toEqual(cut.map(({ start }) => start).sort((a, b) => a - b));
		}),
	);
});

describe('the schema', () => {
	test('normalizes a file, and its result once more to the same', () => {
		const parsed = captionsSchema.parse('1\n00:00:01,000 --> 00:00:04,000\nRock & <b>roll</b>');
		expect(parsed).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:04.000\nRock &amp; roll\n');
		expect(captionsSchema.parse(parsed)).toBe(parsed);
	});

	const messagesOf = (file: string) => captionsSchema.safeParse(file).error?.issues.map(({ message }) => message);

	test('rejects a file that cannot be stored, is too long, or becomes too long', () => {
		expect(messagesOf('WEBVTT\n\n00:01.000 --> 00:02.000\n\0')).toEqual([validationText.textNotStorable]);
		expect(messagesOf(`WEBVTT\n\n00:01.000 --> 00:02.000\n\uD800`)).toEqual([validationText.textNotStorable]);
		const tooLong = [captionsText.tooLong(mediaLimits.captions.max)];
		expect(messagesOf(`WEBVTT\n\nNOTE ${'x'.repeat(mediaLimits.captions.max)}`)).toEqual(tooLong);
		const caption = `00:01.000 --> 00:02.000\n${'&'.repeat(mediaLimits.captions.caption)}\n\n`;
		const file = `WEBVTT\n\n${caption.repeat(Math.floor(mediaLimits.captions.max / caption.length) - 1)}`;
		expect(messagesOf(file)).toEqual(tooLong);
	});
});
