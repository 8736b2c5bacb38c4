import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import type { AdFormat, AdState, OwnAdDetails } from '../../../contract/ads/ads.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as ownAdsText from '../../../text/web/own-ads.ts';
import { useSession } from '../../accounts/session.ts';
import { contactsQuery } from '../../contacts/queries.ts';
import { addDraftPictures } from '../../media/add-draft-pictures.ts';
import { maxPictures, parseDraftPictures } from '../../media/pictures.ts';
import { useApi } from '../../platform/api.ts';
import { getErrorNotice } from '../../platform/error-message.ts';
import { readFromIndexedDb, removeFromIndexedDb } from '../../platform/indexed-db.ts';
import { useShareStatus } from '../../sharing/use-share-status.ts';
import { LazyConfirmDialog } from '../../ui/lazy-confirm-dialog.ts';
import { toast } from '../../ui/toast.ts';
import { lazyPart } from '../../ui/use-lazy-component.ts';
import { toAdFields } from '../ad-form.ts';
import { hasInput, readDraft, writeDraft } from '../draft.ts';
import { getAdDraftKey } from '../draft-key.ts';
import { useDeleteAd, useMarkSold, useRenewAd, useRetryAd } from './own-ads.ts';

const BuyerDialog = lazyPart(async () => (await import('../../contacts/buyer-dialog.tsx')).BuyerDialog);
const ContactListDialog = lazyPart(
	async () => (await import('../../contacts/contact-list-dialog.tsx')).ContactListDialog,
);
const ItemStats = lazyPart(async () => (await import('../../insights/item-stats.tsx')).ItemStats);
const EditAd = lazyPart(async () => (await import('../edit-ad.tsx')).EditAd);

/** What the actions need to know about an own ad. */
export interface OwnAdSubject {
	id: number;
	format: AdFormat;
	state: AdState;
	title: string;
}

interface OpenDialog {
	kind: 'edit' | 'contacts' | 'buyer' | 'stats' | 'delete' | 'duplicate';
	ad: OwnAdSubject;
}

/** Returns what a seller can do with an own ad. `dialogs` must be rendered. */
export function useOwnAdActions() {
	const api = useApi();
	const session = useSession();
	const queryClient = useQueryClient();
	const navigate = useNavigate();
	const [dialog, setDialog] = useState<OpenDialog | null>(null);
	const close = () => setDialog(null);
	const marking = useMarkSold();
	const retrying = useRetryAd();
	const renewing = useRenewAd();
	const sharing = useShareStatus();
	const deletion = useDeleteAd({ onFailed: (error) => toast(getErrorNotice(error), 'error') });
	const duplicating = useMutation({
		mutationFn: async ({ id }: OwnAdSubject) => {
			if (session) await draftCopyOfAd(session.id, await api.getMyAd({ params: { id: String(id) } }));
		},
		onSuccess: () => navigate('/dashboard/postAd'),
		onError: (error) => toast(getErrorNotice(error), 'error'),
	});

	/** Asks who bought the item if anybody got in touch about it. */
	async function askBuyer(ad: OwnAdSubject) {
		try {
			const { pages } = await queryClient.fetchInfiniteQuery(contactsQuery(api, ad.id));
			if (pages[0]?.items.length) setDialog({ kind: 'buyer', ad });
		} catch {
			// The ad is marked as sold, whoever bought the item.
		}
	}

	async function duplicate(ad: OwnAdSubject) {
		if (session && (await hasPictureAdDraft(session.id))) setDialog({ kind: 'duplicate', ad });
		else duplicating.mutate(ad);
	}

	const actions = {
		edit: (ad: OwnAdSubject) => setDialog({ kind: 'edit', ad }),
		markSold: (ad: OwnAdSubject, sold: boolean) =>
			// `mutateAsync` calls back for each ad, also if another is marked meanwhile.
			void marking.mutateAsync({ ad, sold }).then(
				() => {
					if (sold) void askBuyer(ad);
				},
				() => {},
			),
		retry: (ad: OwnAdSubject) => retrying.mutate({ ad }),
		renew: (ad: OwnAdSubject) => renewing.mutate(ad.id),
		duplicate: (ad: OwnAdSubject) => void duplicate(ad),
		shareStatus: (ad: OwnAdSubject) => sharing.mutate(ad.id),
		nameBuyer: (ad: OwnAdSubject) => setDialog({ kind: 'buyer', ad }),
		showContacts: (ad: OwnAdSubject) => setDialog({ kind: 'contacts', ad }),
		showStats: (ad: OwnAdSubject) => setDialog({ kind: 'stats', ad }),
		remove: (ad: OwnAdSubject) => setDialog({ kind: 'delete', ad }),
	};

	function renderDialog(open: OpenDialog): ReactNode {
		const { ad } = open;
		switch (open.kind) {
			case 'edit':
				return session && <EditAd ad={ad} account={session} onClose={close} />;
			case 'contacts':
				return <ContactListDialog ad={ad} onClose={close} />;
			case 'buyer':
				return <BuyerDialog ad={ad} onClose={close} />;
			case 'stats':
				return <ItemStats target="ads" id={ad.id} title={ad.title} onClose={close} />;
			case 'duplicate':
				return (
					<LazyConfirmDialog
						title={ownAdsText.replaceDraftTitle}
						description={ownAdsText.replaceDraftWarning}
						action={ownAdsText.replaceDraft}
						onConfirm={() => {
							close();
							duplicating.mutate(ad);
						}}
						onClose={close}
					/>
				);
			case 'delete':
				return (
					<LazyConfirmDialog
						title={ownAdsText.deleteTitle}
						description={ownAdsText.deleteWarning(ad.title)}
						action={commonText.deleteIt}
						danger
						onConfirm={() => {
							close();
							deletion.mutate(ad.id, { onSuccess: () => toast(commonText.deleted) });
						}}
						onClose={close}
					/>
				);
		}
	}

	return { actions, dialogs: dialog && renderDialog(dialog) };
}

/** Returns whether the account has a draft of a picture ad with text or pictures. */
async function hasPictureAdDraft(accountId: number): Promise<boolean> {
	const key = getAdDraftKey('image', accountId);
	return hasInput(readDraft(key)) || parseDraftPictures(await readFromIndexedDb(key)).length > 0;
}

/** Replaces the draft of the account's next picture ad with a copy of an ad. Throws if a picture cannot be fetched. */
async function draftCopyOfAd(accountId: number, ad: OwnAdDetails) {
	const files = await Promise.all(ad.gallery.map(({ url }, index) => fetchFile(url, `${ad.id}-${index + 1}.webp`)));
	const key = getAdDraftKey('image', accountId);
	writeDraft(key, toAdFields(ad));
	await removeFromIndexedDb(key);
	await addDraftPictures(key, files, maxPictures);
}

async function fetchFile(url: string, name: string): Promise<File> {
	const response = await fetch(url);
	if (!response.ok) throw new Error(`The picture has status ${response.status}`);
	const blob = await response.blob();
	return new File([blob], name, { type: blob.type });
}
