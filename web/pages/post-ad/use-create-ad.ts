import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Ad } from '../../../contract/ads/ads.ts';
import * as mediaText from '../../../text/web/media.ts';
import { refreshContact } from '../../accounts/refresh-contact.ts';
import { type PictureAdBody, toNewAdFields } from '../../ads/ad-form.ts';
import { useIdempotencyKey } from '../../data/idempotency-key.ts';
import type { ChosenPicture, PicturesAction } from '../../media/pictures.ts';
import { sendPictures } from '../../media/send-pictures.ts';
import { useApi } from '../../platform/api.ts';
import { getErrorNotice } from '../../platform/error-message.ts';
import { toast } from '../../ui/toast.ts';

export type CreateAdState =
	| { step: 'idle' }
	/** `percent` is the sent part of all pictures' bytes, 0 to 100. */
	| { step: 'sending'; percent: number }
	| { step: 'saving' }
	| { step: 'posted'; ad: Ad };

/**
 * Uploads the missing pictures, then creates the ad. A retry uploads no picture twice and creates no second ad. `post` throws if it fails,
 * and resolves if the user cancels it.
 */
export function useCreateAd(dispatch: (event: PicturesAction) => void) {
	const api = useApi();
	const queryClient = useQueryClient();
	const [posting, setPosting] = useState<CreateAdState>({ step: 'idle' });
	const running = useRef<AbortController | null>(null);
	const { getKey } = useIdempotencyKey();

	useEffect(() => () => running.current?.abort(), []);

	async function post(form: PictureAdBody, pictures: readonly ChosenPicture[]) {
		if (running.current) return;
		const controller = new AbortController();
		running.current = controller;
		setPosting({ step: 'sending', percent: 0 });
		dispatch({ type: 'retried' });
		try {
			const files = await sendPictures(api, pictures, {
				signal: controller.signal,
				onProgress: (share) => setPosting({ step: 'sending', percent: share * 100 }),
				onUploaded: (id, file) => dispatch({ type: 'uploaded', id, file, at: Date.now() }),
				onFailed: (id, problem) => dispatch({ type: 'failed', id, problem }),
			});
			if (!files) throw new Error(mediaText.somePicturesFailed);
			setPosting({ step: 'saving' });
			const body = { ...toNewAdFields(form), pictures: files };
			const ad = await api.createAd({ body }, { idempotencyKey: getKey(body), signal: controller.signal });
			void queryClient.invalidateQueries();
			void refreshContact(api, form);
			setPosting({ step: 'posted', ad });
		} catch (error) {
			setPosting({ step: 'idle' });
			if (controller.signal.aborted) return;
			toast(getErrorNotice(error), 'error');
			throw error;
		} finally {
			running.current = null;
		}
	}

	return { posting, post, cancel: () => running.current?.abort() };
}
