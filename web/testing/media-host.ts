import { onTestFinished, vi } from 'vitest';
import type { UploadCapability } from '../../contract/media.ts';

/** A form on its way to the media host, which the test answers. */
export interface ReceivedForm {
	body: FormData;
	/** So much of the form has left. */
	progress: (share: number) => void;
	respond: (status: number, body: object) => void;
	/** No response comes. */
	fail: () => void;
	isAborted: () => boolean;
}

/** Takes forms only. */
export const capability: UploadCapability = {
	upload_url: 'https://media.example/v1_1/kasuwa/video/upload',
	resumable_url: null,
	upload_preset: 'a-preset',
	cloud_name: 'kasuwa',
	folder: 'videos',
	max_bytes: 50_000_000,
	expires_at: '2027-01-10T09:00:00.000Z',
};

/** Stands in for the media host until the end of the test: returns every form that has left, oldest first. */
export function fakeMediaHost(): ReceivedForm[] {
	const forms: ReceivedForm[] = [];
	vi.stubGlobal(
		'XMLHttpRequest',
		class {
			upload: { onprogress?: (event: object) => void; onload?: () => void } = {};
			onload?: () => void;
			onerror?: () => void;
			status = 0;
			responseText = '';
			#isAborted = false;
			open() {}
			abort() {
				this.#isAborted = true;
			}
			send(body: FormData) {
				const total = (body.get('file') as File).size;
				forms.push({
					body,
					progress: (share) => this.upload.onprogress?.({ loaded: share * total, total }),
					respond: (status, answer) => {
						this.status = status;
						this.responseText = JSON.stringify(answer);
						this.onload?.();
					},
					fail: () => this.onerror?.(),
					isAborted: () => this.#isAborted,
				});
			}
		},
	);
	onTestFinished(() => void vi.unstubAllGlobals());
	return forms;
}
