import { describe, expect, test } from 'vitest';
import { defaultBrand } from '../../contract/market-settings/brand.ts';
import * as mailsText from '../../text/server/mails.ts';
import {
	listMailSamples,
	listNotificationSamples,
	type MailSample,
	type SampleTexts,
	samplePublicUrl,
	sampleTexts,
} from './message-samples.ts';

const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

function decodeHtml(text: string): string {
	return text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => characters[name] ?? '');
}

/** The visible lines of the HTML part. */
function readHtml(html: string): string[] {
	const body = html
		.slice(html.indexOf('<body'))
		.replace(/<div style="display:none.*?<\/div>/s, '')
		.replace(/<!--.*?-->/gs, '')
		.replace(/<[^>]*>/g, '\n');
	return splitLines(decodeHtml(body));
}

function splitLines(text: string): string[] {
	return text
		.split('\n')
		.map((line) => line.trim().replace(/:$/, ''))
		.filter((line) => line !== '');
}

const listLinks = (html: string) => Array.from(html.matchAll(/<a\s[^>]*?href="([^"]*)"/g), ([, url = '']) => url);

const asCases = (samples: MailSample[]) => samples.map(({ name, mail }) => [name, mail] as const);

describe.each(asCases(listMailSamples()))('mail %s', (_, { subject, text, html }) => {
	test('has a subject, a first line, and at most one link', () => {
		expect(subject).toMatch(/^\p{Lu}[^\n]{9,}[^.\s]$/u);
		const [greeting, lead = '', ...more] = text.trimEnd().split('\n\n');
		expect(greeting).toBe(mailsText.greeting(sampleTexts.name));
		expect(lead).toMatch(/^\p{Lu}[^\n]+\.$/u);
		expect(lead).not.toContain(subject);
		expect(more.at(-1)).toBe(mailsText.signature(defaultBrand.name));
		expect(text.split('https://').length - 1).toBeLessThanOrEqual(1);
	});

	test('starts every sentence with a capital letter', () => {
		for (const line of splitLines(text)) expect(line).toMatch(/^(\p{Lu}|\p{N}|https:)/u);
	});

	test('has an HTML part with the same text, and links to this site only', () => {
		const copied = mailsText.copyLink.replace(/:$/, '');
		expect(readHtml(html).filter((line) => line !== copied)).toEqual([
			// The HTML part has one more line than the plain part: the name of the product as its heading.
			'Kasuwa',
			...splitLines(text),
		]);
		expect(listLinks(html).every((url) => url.startsWith(`${samplePublicUrl}/`))).toBe(true);
		expect(listLinks(html).length).toBe(text.includes('https://') ? 1 : 0);
		expect(html).toContain(`<title>${subject}</title>`);
		expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
	});

	test('loads nothing from the network', () => {
		expect(html).not.toMatch(/\b(src|srcset|background)=|<(img|link|script|iframe|form)\b|url\(|@import|@font-face/i);
	});
});

describe('hostile texts', () => {
	const markup = '"><img src=x onerror=alert(1)><a href=javascript:alert(1)>\'&amp;';
	const link = 'Win at evil.example/prize';

	const withTexts = (text: string) =>
		listMailSamples({
			...(Object.fromEntries(Object.keys(sampleTexts).map((key) => [key, text])) as unknown as SampleTexts),
			brand: sampleTexts.brand,
		});

	test.each(asCases(withTexts(markup)))('with markup are escaped: %s', (_, { html, text }) => {
		expect(html).not.toMatch(/<img|<a href=javascript/);
		expect(listLinks(html).every((url) => url.startsWith(`${samplePublicUrl}/`))).toBe(true);
		expect(
			readHtml(html)
				.filter((line) => !mailsText.copyLink.startsWith(line))
				.slice(1),
		).toEqual(splitLines(text));
	});

	test.each(asCases(listMailSamples({ ...sampleTexts, name: link, title: link, course: link })))(
		'of users with a link are omitted: %s',
		(_, { subject, html, text }) => {
			expect(subject + html + text).not.toContain('evil');
		},
	);
});

describe.each(listNotificationSamples().map((sample) => [sample.name, sample] as const))(
	'notification %s',
	(_, notification) => {
		test('has a title and a text that does not repeat it', () => {
			expect(notification.title).toMatch(/^[\p{Lu}\p{N}].{5,40}$/u);
			expect(notification.text).toMatch(/^[\p{Lu}“]/u);
			expect(notification.text).not.toContain(notification.title);
		});
	},
);
