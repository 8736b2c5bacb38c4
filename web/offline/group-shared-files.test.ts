import { expect, test } from 'vitest';
import * as limits from '../../contract/core/limits.ts';
import * as messages from '../../contract/core/messages.ts';
import * as shareTargetText from '../../text/web/share-target.ts';
import { appendSharedText, groupSharedFiles } from './group-shared-files.ts';

const file = (name: string, type: string, size = 1000) => ({ name, type, size });

test('accepts pictures and the first video, and explains every rejection', () => {
	const [cat, clip, second] = [
		file('cat.jpg', 'image/jpeg'),
		file('clip.mp4', 'video/mp4'),
		file('other.mov', 'video/quicktime'),
	];
	const song = file('song.mp3', 'audio/mpeg');
	expect(groupSharedFiles([cat, clip, second, song])).toEqual({
		pictures: [cat],
		video: clip,
		rejections: [shareTargetText.notUsable('song.mp3'), shareTargetText.oneVideo],
	});
});

test('rejects a video above the size limit, and an empty file', () => {
	const large = file('film.mp4', 'video/mp4', limits.selectedVideoBytes + 1);
	expect(groupSharedFiles([large])).toEqual({ pictures: [], video: null, rejections: [messages.videoTooLarge] });
	expect(groupSharedFiles([file('', 'image/png', 0)]).rejections).toEqual([shareTargetText.notUsable('')]);
});

test('appends shared text below typed text, without duplicates', () => {
	expect(appendSharedText('', 'Red bag', 'Come and see')).toBe('Red bag\nCome and see');
	expect(appendSharedText('Typed', 'Red bag', '')).toBe('Typed\nRed bag');
	expect(appendSharedText('Typed\nRed bag', 'Red bag')).toBe('Typed\nRed bag');
});
