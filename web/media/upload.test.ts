import { expect, test } from 'vitest';
import { isPermanentFailure, parseErrorReason, parseUploadResponse } from './upload.ts';

test('returns only the known fields of a media host’s response', () => {
	const response = {
		asset_id: 'x',
		secure_url: 'https://host/a.mp4',
		public_id: 'videos/a',
		version: 12,
		signature: 'ab',
		width: 720,
		height: 0,
		bytes: 1000,
		duration: 4.5,
		url: 'http://host/a.mp4',
	};
	expect(parseUploadResponse(JSON.stringify(response))).toEqual({
		secure_url: 'https://host/a.mp4',
		public_id: 'videos/a',
		version: 12,
		signature: 'ab',
		width: 720,
		bytes: 1000,
		duration: 4.5,
	});
});

test('rejects a response that is not a media host’s', () => {
	for (const text of ['', '<h1>OK</h1>', 'null', '[]', '{}', '{"secure_url":7}', '"text"']) {
		expect(parseUploadResponse(text), text).toBeNull();
	}
});

test('reads the reason from the host’s error', () => {
	expect(parseErrorReason('{"error":{"message":"Too big"}}')).toBe('Too big');
	for (const text of ['', '<h1>Bad Gateway</h1>', '{"error":"x"}', '{"error":{}}', '{"error":null}', 'null']) {
		expect(parseErrorReason(text), text).toBeNull();
	}
});

test('treats only errors that would repeat as permanent', () => {
	for (const status of [400, 403, 413, 415, 422]) expect(isPermanentFailure(status), String(status)).toBe(true);
	for (const status of [200, 302, 401, 404, 408, 409, 410, 423, 429, 500, 502, 503, 504]) {
		expect(isPermanentFailure(status), String(status)).toBe(false);
	}
});
