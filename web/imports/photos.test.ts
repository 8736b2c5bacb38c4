import { expect, test, vi } from 'vitest';
import { NetworkError } from '../../contract/core/client.ts';
import * as importText from '../../text/web/import.ts';
import { openPhotos } from './photos.ts';

test('throws a network error if the code for zips does not load', async () => {
	vi.doMock('./zip.ts', () => {
		throw new TypeError('Failed to fetch dynamically imported module');
	});
	const zip = new File(['no zip'], 'photos.zip');
	await expect(openPhotos([zip])).rejects.toThrow(NetworkError);
	vi.doUnmock('./zip.ts');
	await expect(openPhotos([zip])).rejects.toThrow(importText.notZip);
});
