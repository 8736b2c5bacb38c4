import { vi } from 'vitest';
import type { Handlers } from './fake-api.ts';

export async function makePhoto(color: string, { name = `${color}.png`, side = 64 } = {}): Promise<File> {
	const canvas = new OffscreenCanvas(side, side);
	const context = canvas.getContext('2d');
	if (!context) throw new Error('No canvas');
	context.fillStyle = color;
	context.fillRect(0, 0, side, side);
	return new File([await canvas.convertToBlob({ type: 'image/png' })], name, { type: 'image/png' });
}

/** Returns red, green and blue of a picture's first pixel, 0 to 255. */
export async function readColor(file: Blob): Promise<number[]> {
	const bitmap = await createImageBitmap(file);
	const context = new OffscreenCanvas(1, 1).getContext('2d');
	if (!context) throw new Error('No canvas');
	context.drawImage(bitmap, 0, 0);
	return [...context.getImageData(0, 0, 1, 1).data.subarray(0, 3)];
}

/** Responds to a form. Null simulates a lost network. */
type FormHandler = (address: string, form: FormData) => Response | null | Promise<Response | null>;

/** Intercepts forms sent by `XMLHttpRequest` until the end of the test. Returns the forms that got a response, oldest first. */
export function interceptForms(handle: FormHandler): FormData[] {
	const completed: FormData[] = [];
	const addresses = new WeakMap<XMLHttpRequest, string>();
	const aborted = new WeakSet<XMLHttpRequest>();
	vi.spyOn(XMLHttpRequest.prototype, 'open').mockImplementation(function (this: XMLHttpRequest, _, address) {
		addresses.set(this, String(address));
	});
	vi.spyOn(XMLHttpRequest.prototype, 'setRequestHeader').mockImplementation(() => {});
	vi.spyOn(XMLHttpRequest.prototype, 'abort').mockImplementation(function (this: XMLHttpRequest) {
		aborted.add(this);
	});
	vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (this: XMLHttpRequest, form) {
		void respond(this, form as FormData);
	});

	async function respond(request: XMLHttpRequest, form: FormData) {
		const response = await handle(addresses.get(request) ?? '', form);
		const text = (await response?.text()) ?? '';
		if (aborted.has(request)) return;
		if (!response) {
			request.dispatchEvent(new ProgressEvent('error'));
			return;
		}
		completed.push(form);
		Object.defineProperties(request, { status: { value: response.status }, responseText: { value: text } });
		request.dispatchEvent(new ProgressEvent('load'));
	}

	return completed;
}

export function getFormFile(form: FormData): File {
	return form.get('file') as File;
}

const uploadUrl = 'https://media.example/v1_1/kasuwa/image/upload';

export const uploadHandlers: Handlers = {
	createUpload: () => ({
		upload_url: uploadUrl,
		resumable_url: null,
		upload_preset: 'ads',
		cloud_name: 'kasuwa',
		folder: 'ads',
		max_bytes: 10_000_000,
		expires_at: '2027-01-10T09:00:00.000Z',
	}),
};

export function respondWithUploadedFile(form: FormData): Response {
	const { name } = getFormFile(form);
	return Response.json({ secure_url: `https://media.example/kasuwa/${name}` });
}
