import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Clip } from '../../../contract/ads/ads.ts';
import * as commonText from '../../../text/shared/common.ts';
import { useSession } from '../../accounts/session.ts';
import type { MuteOption, MutePreference } from '../../feed/mute-preferences.ts';
import { mutePreferencesQuery } from '../../feed/queries.ts';
import { useMutePreferences } from '../../feed/use-mute-preferences.ts';
import { useApi } from '../../platform/api.ts';
import { toast } from '../../ui/toast.ts';

/**
 * Leaves out videos that were taken down or sold since the list was loaded, and those of muted sellers and categories. The first video stays
 * despite earlier mute preferences and although it is sold, because the visitor chose it.
 */
export function useVisibleClips(clips: readonly Clip[]) {
	const api = useApi();
	const account = useSession()?.id ?? null;
	const preferences = useQuery({ ...mutePreferencesQuery(api, account ?? 0), enabled: account !== null });
	const { mutedItems, hideSimilar, undo } = useMutePreferences(account);
	const [gone, setGone] = useState<ReadonlySet<number>>(new Set());
	const muted = [...mutedItems.values()].map(({ of }) => of);
	const earlier = preferences.data?.map(({ of }) => of) ?? [];
	const visible = clips.filter(
		(clip, index) => !gone.has(clip.id) && !isMuted(clip, index === 0 ? muted : [...muted, ...earlier]),
	);

	/** Asks the server which of these videos can still be watched, and leaves out the others. Without the network, all stay. */
	async function leaveOutUnavailable(checked: readonly Clip[]) {
		const ids = checked.map(({ id }) => id);
		const { items } = await api.listAdsById({ query: { ids: ids.join(',') } });
		const states = new Map(items.map(({ id, state }) => [id, state]));
		const missing = ids.filter((id) => {
			const state = states.get(id);
			return state !== 'ready' && !(state === 'sold' && id === clips[0]?.id);
		});
		if (missing.length > 0) setGone((before) => new Set([...before, ...missing]));
	}

	return {
		visible,
		leaveOutUnavailable: (checked: readonly Clip[]) => void leaveOutUnavailable(checked).catch(() => {}),
		mute({ id }: Clip, choice: MuteOption) {
			const key = `ad ${id}`;
			hideSimilar(key, choice);
			toast(choice.confirmation, 'success', { label: commonText.undo, run: () => undo(key, choice) });
		},
	};
}

function isMuted({ seller, category }: Clip, preferences: readonly MutePreference[]): boolean {
	return preferences.some((preference) => {
		if (preference.what === 'seller') return preference.user_name === seller.user_name;
		return preference.what === 'category' && preference.category === category;
	});
}
