import { expect, test } from 'vitest';
import { mergeShapes } from './draw-icons.ts';

test('draws the shapes of an icon as one path', () => {
	expect(
		mergeShapes([
			['path', { d: 'm21 21-4-4', key: 'a' }],
			['path', { d: 'M5 12h14', key: 'b' }],
			['circle', { cx: '11', cy: '12', r: '8', key: 'c' }],
			['line', { x1: '1', x2: '2', y1: '3', y2: '4', key: 'd' }],
		]),
	).toBe('M0 0m21 21-4-4M5 12h14M3 12a8 8 0 1 0 16 0a8 8 0 1 0 -16 0zM1 3L2 4');
});

test('leaves shapes that are filled or no outlines as they are, without keys', () => {
	const dot = { cx: '1', cy: '1', r: '.5', fill: 'currentColor' };
	expect(
		mergeShapes([
			['path', { d: 'M5 12h14', key: 'a' }],
			['circle', { ...dot, key: 'b' }],
		]),
	).toEqual([
		['path', { d: 'M5 12h14' }],
		['circle', dot],
	]);
	expect(mergeShapes([['rect', { width: '4', height: '4', key: 'a' }]])).toEqual([
		['rect', { width: '4', height: '4' }],
	]);
});
