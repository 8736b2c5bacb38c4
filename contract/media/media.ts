import { z } from 'zod';
import * as mediaApiText from '../../text/shared/media-api.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { createTextSchema, timeSchema } from '../core/fields.ts';
import * as mediaLimits from './limits.ts';

export const mediaKinds = ['image', 'video'] as const;
export type MediaKind = (typeof mediaKinds)[number];

/** Cloudinary's type of a file in an address. With `auto`, the upload permission determines the kind of the file. */
export const resourceTypes = [...mediaKinds, 'auto'] as const;
export type ResourceType = (typeof resourceTypes)[number];

/** One size of a picture or a video. */
export const renditionSchema = z.strictObject({
	url: z.string(),
	/** Width of the picture or video in pixels. */
	width: z.int().positive(),
	height: z.int().positive(),
	bytes: z.int().positive(),
});
export type Rendition = z.infer<typeof renditionSchema>;

export const pictureSchema = z.strictObject({
	/** URL of the largest size of the picture. */
	url: z.string(),
	width: z.int().positive(),
	height: z.int().positive(),
	/** Tiny blurred version of the picture as a data URL, to show while the picture loads. Null if the media host provides none. */
	placeholder: z.string().nullable(),
	/** All sizes of the picture, smallest first. */
	sizes: z.array(renditionSchema),
});
export type Picture = z.infer<typeof pictureSchema>;

/** One size of a video. */
export const videoRenditionSchema = renditionSchema.extend({
	/** The same size as a fragmented MP4 (CMAF), which a player can load in parts. Null until it is made, and for private videos. */
	fragmented: z
		.strictObject({
			url: z.string(),
			bytes: z.int().positive(),
			/** Bytes from the start of the file to the end of the first segment: description, index and about two seconds. */
			head: z.int().positive(),
			/** Codecs in the syntax of RFC 6381, such as 'avc1.64001f,mp4a.40.2'. */
			codecs: z.string(),
		})
		.nullable(),
});
export type VideoRendition = z.infer<typeof videoRenditionSchema>;

export const videoSchema = z.strictObject({
	duration_ms: z.int().nonnegative(),
	poster: pictureSchema.nullable(),
	/** All sizes of the video, smallest first. */
	renditions: z.array(videoRenditionSchema),
	/** URL of the HLS playlist of all fragmented sizes. Null until they are made, and for private videos. */
	hls: z.string().nullable(),
	/** URL of the captions of the video as WebVTT. Missing without captions. */
	captions: z.string().optional(),
});
export type Video = z.infer<typeof videoSchema>;

/** File data from an external media host. `public_id`, `version` and `signature` prove the upload; the rest is for display. */
export const mediaHostMetadataShape = {
	public_id: z.string().max(200).optional(),
	version: z.int().nonnegative().optional(),
	signature: z.string().max(200).optional(),
	width: z.int().positive().max(20_000).optional(),
	height: z.int().positive().max(20_000).optional(),
	bytes: z.int().positive().optional(),
	/** Duration of the video in seconds. */
	duration: z.number().nonnegative().max(100_000).optional(),
};

/** Reference to an uploaded file, with the field names of the media host's response. */
export const uploadedFileSchema = z.strictObject({ secure_url: z.string().max(1000), ...mediaHostMetadataShape });
export type UploadedFile = z.infer<typeof uploadedFileSchema>;

/** Permission to upload one file to the media host. */
export const uploadCapabilitySchema = z.strictObject({
	/** Absolute URL that receives the multipart form. */
	upload_url: z.string(),
	/** Absolute URL for a resumable video upload (tus 1.0). Null for pictures and for an external media host. */
	resumable_url: z.string().nullable(),
	upload_preset: z.string(),
	cloud_name: z.string(),
	folder: z.string(),
	max_bytes: z.int(),
	expires_at: timeSchema,
});
export type UploadCapability = z.infer<typeof uploadCapabilitySchema>;

export const createUpload = defineEndpoint('createUpload', {
	summary: 'Create a capability to upload one picture or video',
	body: z.strictObject({
		kind: z.enum(mediaKinds),
		bytes: z.int().positive(),
		file_name: createTextSchema({ max: mediaLimits.fileName.max }),
		/** True for a private file, such as a lesson video. Private files stay on the product's own media host. Administrators only. */
		private: z.boolean().optional(),
	}),
	responses: { 201: uploadCapabilitySchema },
	errors: ['unauthenticated', 'forbidden'],
});

/** Response of the media host to an upload, in Cloudinary's format. */
export const uploadResponseSchema = z.looseObject({
	asset_id: z.string(),
	public_id: z.string(),
	version: z.int(),
	signature: z.string(),
	resource_type: z.enum(mediaKinds),
	format: z.string(),
	bytes: z.int(),
	width: z.int(),
	height: z.int(),
	created_at: timeSchema,
	url: z.string(),
	secure_url: z.string(),
	original_filename: z.string(),
});
export type UploadResponse = z.infer<typeof uploadResponseSchema>;

/** Response of the media host to a chunk that does not complete its file, in Cloudinary's format. */
export const uploadedChunkSchema = z.strictObject({
	done: z.literal(false),
	/** Bytes of the file received so far. */
	bytes: z.int().positive(),
});
export type UploadedChunk = z.infer<typeof uploadedChunkSchema>;

export const fileFormSchema = z.strictObject({ file: z.file() });

/** Form of an upload. The fields can have any order. `cloud_name` and `folder` are those of the capability. */
export const uploadFormSchema = fileFormSchema.extend({
	upload_preset: z.string(),
	cloud_name: z.string().optional(),
	folder: z.string().optional(),
});

/**
 * Uploads a file (specification, call 4). `file` can also be a data URI. With the headers `Content-Range` and `X-Unique-Upload-Id`, `file` is a chunk of the file. Only Cloudinary's clients get
 * 401, in place of 403.
 */
export const uploadMedia = defineEndpoint('uploadMedia', {
	summary: 'Upload a file to the media host, whole or in chunks',
	params: z.strictObject({
		cloud_name: z.string().max(100),
		resource_type: z.enum(resourceTypes, mediaApiText.resourceTypeUnknown),
	}),
	form: uploadFormSchema,
	responses: { 200: z.union([uploadResponseSchema, uploadedChunkSchema]) },
	errors: ['unauthenticated', 'forbidden', 'not_found', 'conflict'],
});

/** Deletes a file of the account. Like Cloudinary, returns 200 for a file that does not exist, and for a file of another account. */
export const destroyMedia = defineEndpoint('destroyMedia', {
	summary: 'Delete an own file that no ad, post or profile uses',
	params: z.strictObject({
		cloud_name: z.string().max(100),
		resource_type: z.enum(mediaKinds, mediaApiText.resourceTypeUnknown),
	}),
	form: z.strictObject({ public_id: z.string() }),
	responses: { 200: z.strictObject({ result: z.enum(['ok', 'not found']) }) },
	errors: ['unauthenticated', 'forbidden', 'not_found', 'conflict'],
});
