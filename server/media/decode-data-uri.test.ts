import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as mediaApiText from '../../text/shared/media-api.ts';
import { decodeDataUri } from './decode-data-uri.ts';

/** Decodes a text that arrives in chunks of the given number of bytes. */
async function decode(text: string, chunkBytes: number): Promise<string> {
	async function* split() {
		for (let from = 0; from < text.length; from += chunkBytes) yield Buffer.from(text.slice(from, from + chunkBytes));
	}
	const parts: Buffer[] = [];
	for await (const part of decodeDataUri(split())) parts.push(part);
	return Buffer.concat(parts).toString('hex');
}

test('decodes what was encoded, whatever the chunks are', async () => {
	const bytes = fc.uint8Array({ maxLength: 400 });
	const property = fc.asyncProperty(bytes, fc.integer({ min: 1, max: 500 }), async (bytes, chunkBytes) => {
		const text = `data:image/svg+xml;charset=utf-8;base64,${Buffer.from(bytes).toString('base64')}`;
		expect(await decode(text, chunkBytes)).toBe(Buffer.from(bytes).toString('hex'));
	});
	await fc.assert(property);
});

test.each(['data:;base64,QUJD', 'data:image/png;base64,QU\r\nJD', 'DATA:image/png;BASE64,QUJD'])(
	'decodes %j',
	async (text) => {
		expect(await decode(text, 5)).toBe(Buffer.from('ABC').toString('hex'));
	},
);

test.each([
	['https://example.com/a,b.jpg', mediaApiText.linkNotFetched],
	[`http://example.com/${'a'.repeat(500)}`, mediaApiText.linkNotFetched],
	['data:text/plain,QUJD', mediaApiText.fileAsText],
	['data:image/png;base64,QU!D', mediaApiText.fileAsText],
	['data:image/png;base64,QUI%3D', mediaApiText.fileAsText],
	['data:image/png;base64,QQ==QQ==', mediaApiText.fileAsText],
	['data:image/png;base64,QUJDQ', mediaApiText.fileAsText],
	['data:image/png;base64,QUJDQ===', mediaApiText.fileAsText],
	[`data:image/png;name=${'a'.repeat(500)};base64,QUJD`, mediaApiText.fileAsText],
	[',QUJD', mediaApiText.fileAsText],
	['lamp.jpg', mediaApiText.fileAsText],
	['', mediaApiText.fileAsText],
])('rejects %j', async (text, message) => {
	for (const chunkBytes of [1, 1000])
		await expect(decode(text, chunkBytes)).rejects.toMatchObject({ code: 'invalid', fields: { file: message } });
});
