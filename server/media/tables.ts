import type { Generated, Selectable } from 'kysely';
import type { MediaKind } from '../../contract/media/media.ts';
import type { MediaState } from './lifecycle.ts';

export interface MediaTables {
	/** Resumable and chunked uploads. The row of a published upload remains until the upload expires. */
	uploads: {
		/** Random id in the URL of a resumable upload, also the file name on disk. */
		id: string;
		account_id: number;
		/** Id of the capability that allowed the upload. The `media` row of the published file has the same capability. */
		capability: string;
		kind: MediaKind;
		/** `X-Unique-Upload-Id` of an upload in Cloudinary's chunks. Null for a resumable upload (tus). */
		client_id: string | null;
		file_name: string;
		/** Size of the complete file in bytes. Of an upload in Cloudinary's chunks, the bytes received so far. */
		bytes: number;
		created_at: number;
	};
	media: {
		id: Generated<number>;
		/** Random id in file URLs and storage keys. */
		public_id: string;
		/** The uploader. Null for a file that belongs only to the content to which it is attached. */
		account_id: number | null;
		kind: MediaKind;
		state: MediaState;
		/** 'private' until the file is attached to public content, and while that content is hidden. */
		access: 'private' | 'public';
		/** Unique. Id of the capability that allowed the upload, or another key for a file without a capability. */
		capability: string;
		/** Path of a file on Kasuwa's own host, or full URL on an external host. */
		secure_url: string;
		file_name: string;
		bytes: number;
		/** Width in pixels of the largest size or rendition; until a video is playable, of its original. */
		width: number | null;
		height: number | null;
		duration_ms: number | null;
		/** JSON of `StoredPicture`: the picture or the video's poster. Null for a video before preparation. */
		picture: string | null;
		/** JSON of `StoredMediaFile[]`, smallest first: the playable files of a video. */
		renditions: string | null;
		/** JSON of `StoredFragmented`: copies of the renditions for players that load a video in parts. Null until they are made. */
		fragmented: string | null;
		/** 1 if an earlier version made the fragmented copies and no job has compared them with the renditions yet. */
		unchecked_copies: Generated<0 | 1>;
		/** JSON of `StoredCaptions`: the captions of a video, or null. */
		captions: string | null;
		/** JSON of `VideoEdit`: changes that the renditions and the poster contain. Null for a video without an edit. */
		edit: string | null;
		/** Message for the owner if the file itself caused the failure of its processing, else null. */
		failure: string | null;
		attached_at: number | null;
		created_at: number;
	};
	/** Text of the captions of videos, as WebVTT. */
	media_captions: { media_id: number; name: string; text: string };
}

/** A size of a picture or a rendition of a video. `name` is the file name in the store, or the URL of a file on an external host. */
export interface StoredMediaFile {
	name: string;
	width: number;
	height: number;
	bytes: number;
}

/** Fragmented copies of a video's renditions and their HLS playlists. Both lists are empty if the copies could not be made. */
export interface StoredFragmented {
	copies: StoredFragmentedFile[];
	playlists: { name: string; bytes: number }[];
}

export interface StoredFragmentedFile {
	/** Name of the rendition. */
	rendition: string;
	name: string;
	bytes: number;
	/** Bytes from the start of the file to the end of the first segment. */
	head: number;
	codecs: string;
}

/** Captions of a video. `name` is the file name in the URL, which changes with the text. */
export interface StoredCaptions {
	name: string;
	bytes: number;
}

export interface StoredPicture {
	placeholder: string | null;
	sizes: StoredMediaFile[];
}

export type MediaRow = Selectable<MediaTables['media']>;
export type UploadRow = Selectable<MediaTables['uploads']>;
