import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { text, timeSchema } from './fields.ts';
import { limits } from './limits.ts';

export const mediaKinds = ['image', 'video'] as const;
export type MediaKind = (typeof mediaKinds)[number];

/** One size of a picture or a video. */
export const renditionSchema = z.strictObject({
	url: z.string(),
	/** Pixels. */
	width: z.int().positive(),
	height: z.int().positive(),
	bytes: z.int().positive(),
});
export type Rendition = z.infer<typeof renditionSchema>;

export const pictureSchema = z.strictObject({
	/** URL of the largest size. */
	url: z.string(),
	width: z.int().positive(),
	height: z.int().positive(),
	/** Tiny blurred picture as a data URL, shown while the picture loads. Null if the media host provides none. */
	placeholder: z.string().nullable(),
	/** Every size, smallest first. */
	sizes: z.array(renditionSchema),
});
export type Picture = z.infer<typeof pictureSchema>;

export const videoSchema = z.strictObject({
	duration_ms: z.int().nonnegative(),
	poster: pictureSchema.nullable(),
	/** Every size, smallest first. */
	renditions: z.array(renditionSchema),
});
export type Video = z.infer<typeof videoSchema>;

/** Metadata of an external media host. `public_id`, `version` and `signature` prove the upload; the others are for display. */
export const mediaHostMetadataShape = {
	public_id: z.string().max(200).optional(),
	version: z.int().nonnegative().optional(),
	signature: z.string().max(200).optional(),
	width: z.int().positive().max(20_000).optional(),
	height: z.int().positive().max(20_000).optional(),
	bytes: z.int().positive().optional(),
	/** Seconds. */
	duration: z.number().nonnegative().max(100_000).optional(),
};

/** Uploaded file as the media host's response names it. */
export const uploadedFileSchema = z.strictObject({ secure_url: z.string().max(1000), ...mediaHostMetadataShape });
export type UploadedFile = z.infer<typeof uploadedFileSchema>;

/** Permission to upload one file to the media host. */
export const uploadCapabilitySchema = z.strictObject({
	/** Absolute URL to send the multipart form to. */
	upload_url: z.string(),
	/** Absolute URL for resumable uploads (tus 1.0); null if the host accepts only the form. */
	resumable_url: z.string().nullable(),
	upload_preset: z.string(),
	cloud_name: z.string(),
	folder: z.string(),
	max_bytes: z.int(),
	expires_at: timeSchema,
});
export type UploadCapability = z.infer<typeof uploadCapabilitySchema>;

export const createUpload = endpoint('createUpload', {
	summary: 'Create a capability to upload one picture or video',
	body: z.strictObject({
		kind: z.enum(mediaKinds),
		bytes: z.int().positive(),
		file_name: text({ max: limits.fileName.max }),
		/** Private file, such as a lesson: stored on our own media host. Administrators only. */
		private: z.boolean().optional(),
	}),
	responses: { 201: uploadCapabilitySchema },
	errors: ['unauthenticated', 'forbidden'],
});

/** Response of the media host, in Cloudinary's format. */
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

/** Specification, call 4. The form's fields are `file`, `upload_preset`, `cloud_name`, `folder`, in any order. */
export const uploadMedia = endpoint('uploadMedia', {
	summary: 'Upload a file to the media host (multipart form: file, upload_preset, cloud_name, folder)',
	params: z.strictObject({ cloud_name: z.string().max(100), resource_type: z.enum(mediaKinds) }),
	responses: { 200: uploadResponseSchema },
	errors: ['forbidden', 'not_found'],
});
