import type { Me } from '../../contract/accounts.ts';
import type { Picture, UploadedFile } from '../../contract/media.ts';
import { type AccountService, accountVisibilityChanged } from '../accounts/index.ts';
import type { Database } from '../platform/database/index.ts';
import type { EventBus } from '../platform/events.ts';
import type { Actor } from '../platform/http/index.ts';
import type { MediaService } from './media.ts';

export type AvatarService = ReturnType<typeof createAvatarService>;

/** Minimum width in pixels of the picture size that is used as avatar. Enough for the largest avatar on a high-density screen. */
const avatarWidth = 320;

export interface AvatarServiceDeps {
	db: Database;
	accounts: AccountService;
	events: EventBus;
	media: MediaService;
}

export function createAvatarService({ db, events, accounts, media }: AvatarServiceDeps) {
	events.on(accountVisibilityChanged, async (tx, { accountId, isVisible }) => {
		const id = await accounts.getAvatarId(tx, accountId);
		if (id !== null) await media.setAccess(tx, [id], isVisible ? 'public' : 'private');
	});

	return {
		/** Replaces the actor's avatar and deletes the previous file. `null` removes the avatar. Throws like `media.attach`. */
		set: (actor: Actor, file: UploadedFile | null): Promise<Me> =>
			db.transaction(async (tx) => {
				const [attached] = file ? await media.attach(tx, actor, 'image', [file], 'secure_url') : [];
				const presented = attached && (await media.findByIds(tx, [attached.id])).get(attached.id);
				const avatar = attached && presented?.picture ? { id: attached.id, url: pickUrl(presented.picture) } : null;
				const { me, replaced } = await accounts.setAvatar(tx, actor.accountId, avatar);
				if (replaced !== null) await media.remove(tx, [replaced]);
				return me;
			}),
	};
}

function pickUrl({ url, sizes }: Picture): string {
	return sizes.find((size) => size.width >= avatarWidth)?.url ?? url;
}
