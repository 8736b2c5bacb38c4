import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { createIcon } from './create-icon.ts';

const render = (...[drawing]: Parameters<typeof createIcon>) =>
	renderToStaticMarkup(createElement(createIcon(drawing), { className: 'size-5' }));

test('draws a path', () => {
	expect(render('M5 12h14')).toBe(
		'<svg viewBox="0 0 24 24" class="icon size-5" aria-hidden="true"><path d="M5 12h14"></path></svg>',
	);
});

test('draws several shapes', () => {
	const shapes = render([
		['path', { d: 'M5 12h14' }],
		['rect', { width: '4', height: '4' }],
	]);
	expect(shapes).toContain('<path d="M5 12h14"></path><rect width="4" height="4"></rect>');
});
