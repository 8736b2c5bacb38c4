import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { createIcon } from './create-icon.ts';

const render = (...node: Parameters<typeof createIcon>[0]['node']) =>
	renderToStaticMarkup(createElement(createIcon({ node }), { className: 'size-5' }));

test('draws the shapes of an icon as one path', () => {
	const icon = render(
		['path', { d: 'm21 21-4-4' }],
		['path', { d: 'M5 12h14' }],
		['circle', { cx: '11', cy: '12', r: '8' }],
		['line', { x1: '1', x2: '2', y1: '3', y2: '4' }],
	);
	expect(icon).toBe(
		'<svg viewBox="0 0 24 24" class="icon size-5" aria-hidden="true">' +
			'<path d="M0 0m21 21-4-4M5 12h14M3 12a8 8 0 1 0 16 0a8 8 0 1 0 -16 0zM1 3L2 4"></path></svg>',
	);
});

test('leaves shapes that are filled or no outlines as they are', () => {
	expect(
		render(['path', { d: 'M5 12h14' }], ['circle', { cx: '1', cy: '1', r: '.5', fill: 'currentColor' }]),
	).toContain('<path d="M5 12h14"></path><circle cx="1" cy="1" r=".5" fill="currentColor"></circle>');
	expect(render(['rect', { width: '4', height: '4', x: '1', y: '1', rx: '1' }])).toContain('<rect width="4"');
});
