import { onTestFinished, vi } from 'vitest';
import type { UploadCapability } from '../../contract/media/media.ts';

export interface ReceivedForm {
	body: FormData;
	/** Simulates that the given share of the form is sent, 0 to 1. */
	progress: (share: number) => void;
	respond: (status: number, body: object) => void;
	/** Simulates a lost network. */
	fail: () => void;
	isAborted: () => boolean;
}

/** Permission to upload one file as a form; without a URL for a resumable upload. */
export const uploadCapability: UploadCapability = {
	upload_url: 'https://media.example/v1_1/kasuwa/video/upload',
	resumable_url: null,
	upload_preset: 'a-preset',
	cloud_name: 'kasuwa',
	folder: 'videos',
	max_bytes: 50_000_000,
	expires_at: '2027-01-10T09:00:00.000Z',
};

/** Fakes the media host until the end of the test. Returns every sent form, oldest first. */
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
					respond: (status, data) => {
						this.status = status;
						this.responseText = JSON.stringify(data);
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
