import { vi } from 'vitest';
import type { ShrinkMessage, ShrinkRequest, shrinkVideo } from '../media/shrink/shrink-video.ts';

/** Fakes the worker that shrinks and edits videos until the end of the test. `shrink` is called in its place. */
export function fakeShrinkWorker(shrink: typeof shrinkVideo): void {
	vi.stubGlobal(
		'Worker',
		class {
			onmessage?: (event: { data: ShrinkMessage }) => void;
			readonly #termination = new AbortController();

			async postMessage({ file, edit }: ShrinkRequest) {
				const send = (data: ShrinkMessage) => this.onmessage?.({ data });
				const { signal } = this.#termination;
				const onStart = () => send({ type: 'willShrink' });
				const onProgress = (share: number) => send({ type: 'progressed', share });
				const small = await shrink(file, { edit, signal, onStart, onProgress }).catch(() => null);
				if (signal.aborted) return;
				send(small ? { type: 'shrunk', bytes: await small.arrayBuffer() } : { type: 'unchanged' });
			}
			terminate() {
				this.#termination.abort();
			}
		},
	);
}
