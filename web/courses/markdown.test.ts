import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LessonText } from './markdown.tsx';

const html = (text: string) => renderToStaticMarkup(createElement(LessonText, { text }));

test('starts headings at h2, whatever their level in the text', () => {
	expect(html('# A\n\n## B').match(/<h\d/g)).toEqual(['<h2', '<h3']);
	expect(html('### A\n\n#### B\n\n### C').match(/<h\d/g)).toEqual(['<h2', '<h3', '<h2']);
	expect(html('# 1\n\n###### 6').match(/<h\d/g)).toEqual(['<h2', '<h6']);
});

test('keeps only http(s) links, with noopener and nofollow', () => {
	expect(html('[a](https://example.com/x)')).toContain('href="https://example.com/x"');
	expect(html('<http://example.com>')).toContain('rel="noopener nofollow"');
	for (const address of [
		'javascript:alert(1)',
		'JaVaScRiPt:alert(1)',
		'java&#x73;cript:alert(1)',
		'data:text/html,x',
		'vbscript:x',
		'//evil.example',
		'/dashboard',
		'mailto:a@b.co',
		'https://',
	]) {
		for (const text of [`[words](${address})`, `[words][r]\n\n[r]: ${address}`, `![words](${address})`]) {
			expect(html(text), text).not.toContain('<a');
			expect(html(text), text).toContain('words');
		}
	}
	expect(html('[words][r]\n\n[r]: https://example.com')).toContain('href="https://example.com"');
});

test('shows HTML as text and images as links', () => {
	const output = html('<img src=x onerror=alert(1)>\n\n<script>alert(1)</script>\n\na <b>b</b>');
	expect(output).not.toMatch(/<(img|script|b)\b/);
	expect(output).toContain('&lt;script&gt;');
	expect(html('![A map](https://example.com/map.png)')).toMatch(
		/<a [^>]*href="https:\/\/example.com\/map.png"[^>]*>A map/,
	);
	const nested = html('[![Map](https://example.com/m.png)](https://example.com)');
	expect(nested.match(/<a /g)).toHaveLength(1);
	expect(nested).not.toContain('<img');
});
