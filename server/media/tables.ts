import type { Generated, Selectable } from 'kysely';
import type { MediaKind } from '../../contract/media.ts';
import type { MediaState } from './lifecycle.ts';

export interface MediaTables {
	/** What is being sent in pieces, and for a while what has been. */
	uploads: {
		/** Random; stands in its address and names its bytes on disk. */
		id: string;
		account_id: number;
		/** The capability that was spent on it, and then the published file's. */
		capability: string;
		file_name: string;
		/** Of the whole file. */
		bytes: number;
		created_at: number;
	};
	media: {
		id: Generated<number>;
		/** Random; names the file in addresses and in the store. */
		public_id: string;
		/** Who sent it, as long as it is theirs; null for what belongs only to what it is part of. */
		account_id: number | null;
		kind: MediaKind;
		state: MediaState;
		/** 'private' until something shown is made of it, and again when that is hidden. */
		access: 'private' | 'public';
		/** The capability that was spent on it. */
		capability: string;
		/** Path on our own host, or the whole address on another. */
		secure_url: string;
		file_name: string;
		bytes: number;
		/** Pixels of the largest size. */
		width: number | null;
		height: number | null;
		duration_ms: number | null;
		/** The picture, or a video's poster: JSON of `StoredPicture`. A video without one has not been looked at yet. */
		picture: string | null;
		/** A video's playable files: JSON of `StoredFile[]`, smallest first. */
		renditions: string | null;
		/** What is wrong with a failed file, for its owner; null where the file is not at fault. */
		failure: string | null;
		attached_at: number | null;
		created_at: number;
	};
}

/** A file of a media row: its name in the store, or its address on another host. */
export interface StoredFile {
	name: string;
	width: number;
	height: number;
	bytes: number;
}

export interface StoredPicture {
	placeholder: string | null;
	sizes: StoredFile[];
}

export type MediaRow = Selectable<MediaTables['media']>;
export type UploadRow = Selectable<MediaTables['uploads']>;
