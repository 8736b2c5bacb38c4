import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { RichText } from './rich-text.tsx';

const tags = {
	terms: (words: string) => createElement('a', { href: '/terms' }, words),
	email: () => createElement('strong', null, 'ada@example.com'),
};

const render = (text: string) => renderToStaticMarkup(createElement(RichText, { text, tags }));

test('renders the content of a tag with the function of its name', () => {
	expect(render('You accept the <terms>terms</terms>, all of them.')).toBe(
		'You accept the <a href="/terms">terms</a>, all of them.',
	);
});

test('renders an empty tag as an element', () => {
	expect(render('<email/> has to open the link.')).toBe('<strong>ada@example.com</strong> has to open the link.');
});

test('renders several tags in any order', () => {
	expect(render('<terms>Terms</terms> went to <email/>')).toBe(
		'<a href="/terms">Terms</a> went to <strong>ada@example.com</strong>',
	);
});

test('leaves special characters and unknown tags as text', () => {
	expect(render('1 < 2 & <b>a</b>')).toBe('1 &lt; 2 &amp; &lt;b&gt;a&lt;/b&gt;');
});

test('does not compile without a renderer for each tag of a known text', () => {
	// @ts-expect-error -- Nothing renders <email/>.
	expect(RichText({ text: 'To <terms>you</terms>, <email/>', tags: { terms: tags.terms } })).toHaveLength(4);
});
