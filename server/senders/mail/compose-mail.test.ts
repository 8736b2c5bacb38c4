import { describe, expect, test } from 'vitest';
import { defaultBrand } from '../../../contract/market-settings/brand.ts';
import { composeMail, containsLink, type MailContent } from './index.ts';

const content: MailContent = { subject: 'Your course is open', name: 'Ada Obi', lead: 'You can start now.' };

describe('a mail', () => {
	test('has its parts in one order', () => {
		const { subject, text } = composeMail(defaultBrand, {
			...content,
			details: [
				{ label: 'Account', text: 'Kasuwa Ltd\nZenith Bank' },
				{ label: 'Reference', text: 'KSW-7Q2MX' },
			],
			paragraphs: ['Learn at your own pace.'],
			button: { label: 'Start learning', url: 'https://kasuwa.example/learning' },
			hint: 'Ignore this email.',
		});
		expect(subject).toBe('Your course is open');
		expect(text).toBe(`Hello Ada Obi,

You can start now.

Account:
Kasuwa Ltd
Zenith Bank

Reference:
KSW-7Q2MX

Learn at your own pace.

Start learning:
https://kasuwa.example/learning

Ignore this email.

The Kasuwa team
`);
	});

	test('without a button has no link', () => {
		expect(composeMail(defaultBrand, content).html).not.toContain('<a ');
	});

	test('keeps the line breaks of details', () => {
		const { html } = composeMail(defaultBrand, {
			...content,
			details: [{ label: 'Account', text: 'Kasuwa Ltd\r\nZenith <Bank>' }],
		});
		expect(html).toContain('Kasuwa Ltd\n<br>Zenith &lt;Bank&gt;');
	});

	test('repeats its lead where mail apps look for a preview', () => {
		const [, preview = ''] =
			/<div style="display:none[^>]*>([^<]*)</.exec(composeMail(defaultBrand, content).html) ?? [];
		expect(preview).toMatch(/^You can start now\.&zwnj;/);
	});

	test('escapes every text', () => {
		const hostile = `<a href='//evil'>&"</a>`;
		const { html } = composeMail(defaultBrand, {
			subject: hostile,
			name: hostile.replace('//', ''),
			lead: hostile,
			details: [{ label: hostile, text: hostile }],
			paragraphs: [hostile],
			button: { label: hostile, url: hostile },
			hint: hostile,
		});
		expect(html.match(/<a /g)).toHaveLength(1);
		expect(html).not.toContain("'//evil'");
		expect(html).toContain('<title>&lt;a href=&#39;//evil&#39;&gt;&amp;&quot;&lt;/a&gt;</title>');
	});

	test.each([
		['Ada\n\nObi', 'Hello Ada Obi,'],
		['Dr. Obi', 'Hello Dr. Obi,'],
		['You won! evil.example', 'Hello,'],
		[' ', 'Hello,'],
	])('to %j starts with %j', (name, greeting) => {
		expect(composeMail(defaultBrand, { ...content, name }).text.split('\n')[0]).toBe(greeting);
	});
});

describe('a text', () => {
	test.each([
		'evil.example',
		'See //evil',
		'https://evil',
		'EVIL.NG/win',
		'пример.рф',
		'例子。中国',
		'me@evil.ng',
		'💩.la',
		'उदाहरण.भारत',
		'192.0.2.7/pay',
	])('with a link: %s', (text) => {
		expect(containsLink(text)).toBe(true);
	});

	test.each(['Dr. Obi', 'J.P. Obi', '2.5 kg rice', '1.5HP generator', 'Neat...almost new', 'Ada, and co.', 'A/C'])(
		'without a link: %s',
		(text) => {
			expect(containsLink(text)).toBe(false);
		},
	);
});
