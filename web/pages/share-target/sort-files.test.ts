import { expect, test } from 'vitest';
import { limits } from '../../../contract/limits.ts';
import * as messages from '../../../contract/messages.ts';
import * as shareTargetText from '../../../contract/text/share-target.ts';
import { appendText, sortFiles } from './sort-files.ts';

const file = (name: string, type: string, size = 1000) => ({ name, type, size });

test('pictures and the first video are taken, everything else is told', () => {
	const [cat, clip, second] = [
		file('cat.jpg', 'image/jpeg'),
		file('clip.mp4', 'video/mp4'),
		file('other.mov', 'video/quicktime'),
	];
	const song = file('song.mp3', 'audio/mpeg');
	expect(sortFiles([cat, clip, second, song])).toEqual({
		pictures: [cat],
		video: clip,
		rejections: [shareTargetText.notUsable('song.mp3'), shareTargetText.oneVideo],
	});
});

test('a video that is larger than may be chosen is refused as such, an empty file as no file', () => {
	const large = file('film.mp4', 'video/mp4', limits.selectedVideoBytes + 1);
	expect(sortFiles([large])).toEqual({ pictures: [], video: null, rejections: [messages.videoTooLarge] });
	expect(sortFiles([file('', 'image/png', 0)]).rejections).toEqual([shareTargetText.notUsable('')]);
});

test('shared words come below what was typed, and only once', () => {
	expect(appendText('', 'Red bag', 'Come and see')).toBe('Red bag\nCome and see');
	expect(appendText('Typed', 'Red bag', '')).toBe('Typed\nRed bag');
	expect(appendText('Typed\nRed bag', 'Red bag')).toBe('Typed\nRed bag');
});
