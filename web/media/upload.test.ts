import { expect, test } from 'vitest';
import { isPermanentFailure, parseErrorReason, parseUploadResponse } from './upload.ts';

test('what a media host says of a file is passed on, and nothing else', () => {
	const answer = {
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
	expect(parseUploadResponse(JSON.stringify(answer))).toEqual({
		secure_url: 'https://host/a.mp4',
		public_id: 'videos/a',
		version: 12,
		signature: 'ab',
		width: 720,
		bytes: 1000,
		duration: 4.5,
	});
});

test('a page of a proxy is no answer of a media host', () => {
	for (const text of ['', '<h1>OK</h1>', 'null', '[]', '{}', '{"secure_url":7}', '"text"']) {
		expect(parseUploadResponse(text), text).toBeNull();
	}
});

test('the reason is the host’s own sentence', () => {
	expect(parseErrorReason('{"error":{"message":"Too big"}}')).toBe('Too big');
	for (const text of ['', '<h1>Bad Gateway</h1>', '{"error":"x"}', '{"error":{}}', '{"error":null}', 'null']) {
		expect(parseErrorReason(text), text).toBeNull();
	}
});

test('only what would be answered again is final', () => {
	for (const status of [400, 403, 413, 415, 422]) expect(isPermanentFailure(status), String(status)).toBe(true);
	for (const status of [200, 302, 401, 404, 408, 409, 410, 423, 429, 500, 502, 503, 504]) {
		expect(isPermanentFailure(status), String(status)).toBe(false);
	}
});
