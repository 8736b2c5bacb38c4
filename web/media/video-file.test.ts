import { expect, test } from 'vitest';
import * as limits from '../../contract/core/limits.ts';
import * as messages from '../../contract/core/messages.ts';
import * as mediaLimits from '../../contract/media/limits.ts';
import { getVideoRejection } from './video-file.ts';

const file = { name: 'clip.mp4', type: 'video/mp4', size: 1000 };

test('accepts videos by type, or by extension if the type is empty', () => {
	expect(getVideoRejection(file)).toBeNull();
	expect(getVideoRejection({ ...file, name: 'clip', type: 'video/quicktime' })).toBeNull();
	expect(getVideoRejection({ ...file, type: 'VIDEO/MP4' })).toBeNull();
	for (const name of ['a.avi', 'a.MOV', 'b.c.mp4']) expect(getVideoRejection({ ...file, name, type: '' })).toBeNull();
});

test('rejects other files', () => {
	const message = 'Please select a valid video file.';
	expect(getVideoRejection({ ...file, type: 'text/plain' })).toBe(message);
	expect(getVideoRejection({ ...file, type: 'application/video/' })).toBe(message);
	expect(getVideoRejection({ ...file, name: 'a.txt', type: '' })).toBe(message);
	expect(getVideoRejection({ ...file, name: 'mp4', type: '' })).toBe(message);
	expect(getVideoRejection({ ...file, size: 0 })).toBe(message);
});

test('accepts 50 MB and rejects one byte more', () => {
	expect(mediaLimits.videoBytes).toBe(52_428_800);
	expect(getVideoRejection({ ...file, size: 52_428_800 })).toBeNull();
	expect(getVideoRejection({ ...file, size: 52_428_801 })).toBe('Video size must be under 50MB.');
	expect(getVideoRejection({ ...file, size: 314_572_800 }, limits.selectedVideoBytes)).toBeNull();
	expect(getVideoRejection({ ...file, size: 314_572_801 }, limits.selectedVideoBytes)).toBe(messages.videoTooLarge);
});
