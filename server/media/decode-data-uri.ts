import * as mediaApiText from '../../text/shared/media-api.ts';
import { invalidInput } from '../core/domain-error.ts';

/** Maximum length of the part before the comma, such as `data:image/png;base64`. */
const maxHead = 200;

/** Decodes a data URI in base64 (RFC 2397) while it is received. Throws `invalid` for other text, such as a link, which nothing fetches. */
export async function* decodeDataUri(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
	let head: string | null = '';
	let rest = '';
	for await (const chunk of stream) {
		let text = chunk.toString('latin1');
		if (head !== null) {
			head += text;
			const comma = head.indexOf(',');
			if (comma === -1 && head.length <= maxHead) continue;
			checkHead(head.slice(0, Math.max(0, comma)) || head);
			text = head.slice(comma + 1);
			head = null;
		}
		rest += text.replace(/\s/g, '');
		// Keeps the last one to four characters, because only the end of the text may have padding.
		const whole = Math.max(0, rest.length - 1) & ~3;
		yield decodeBase64(rest.slice(0, whole), /^[\w+/-]*$/);
		rest = rest.slice(whole);
	}
	if (head !== null) checkHead(head);
	yield decodeBase64(rest, /^([\w+/-]{2,4}={0,2})?$/);
}

function checkHead(head: string): void {
	if (/^data:[^,]{0,150};base64$/i.test(head)) return;
	throw invalidInput({ file: /^\w+:\/\//.test(head) ? mediaApiText.linkNotFetched : mediaApiText.fileAsText });
}

function decodeBase64(text: string, allowed: RegExp): Buffer {
	if (!allowed.test(text)) throw invalidInput({ file: mediaApiText.fileAsText });
	return Buffer.from(text, 'base64');
}
