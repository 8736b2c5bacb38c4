import { expect, test } from 'vitest';
import { sumDataUsage } from './data-usage.ts';

const origin = 'https://market.example';
const file = (path: string, initiatorType: string, transferSize: number) => ({
	name: path.startsWith('/') ? `${origin}${path}` : path,
	initiatorType,
	transferSize,
});

test('counts each transferred byte once, by type', () => {
	const files = [
		file('/', 'navigation', 9_000),
		file('/assets/base-1.js', 'link', 60_000),
		file('/assets/theme-1.css', 'link', 10_000),
		file('/media/1/320.webp?token=a.js', 'img', 5_000),
		file('/media/2/240.mp4', 'video', 700_000),
		file('/sounds/pop.mp3', 'audio', 4_000),
		file('/api/feed', 'fetch', 2_000),
	];
	expect(sumDataUsage(files, origin)).toEqual({
		total: 790_000,
		pictures: 5_000,
		media: 704_000,
		code: 70_000,
		unmeasured: 0,
	});
});

test('counts files of hosts that hide their size as unmeasured, but not cached files', () => {
	const files = [
		file('https://media.example/1.webp', 'img', 0),
		file('https://market.example.evil/2.webp', 'img', 0),
		file('/media/1/320.webp', 'img', 0),
		file('data:image/webp;base64,AAAA', 'img', 0),
	];
	expect(sumDataUsage(files, origin)).toMatchObject({ total: 0, unmeasured: 2 });
});
