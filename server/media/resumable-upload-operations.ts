import * as mediaLimits from '../../contract/media/limits.ts';
import type { OtherOperation } from '../http/index.ts';
import { resumableUploadPath } from './own-host.ts';

const versionHeader = header('Tus-Resumable', { type: 'string', const: '1.0.0' });
const uploadParameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }, versionHeader];
const published = {
	description: 'The upload is complete and published.',
	content: { 'application/json': { schema: { $ref: '#/components/schemas/UploadResponse' } } },
};
const offset = { 'Upload-Offset': { description: 'Number of bytes received.', schema: { type: 'integer' } } };
const length = { 'Upload-Length': { description: 'Size of the file in bytes.', schema: { type: 'integer' } } };

const common = { tag: 'media', policy: 'ownerAlone', scope: 'media', parameters: uploadParameters } as const;
const commonErrors = [
	'unauthenticated',
	'forbidden',
	'not_found',
	'conflict',
	'too_many',
	'internal',
	'unavailable',
] as const;
const writeErrors = ['malformed', 'too_large', 'unsupported_type', 'invalid', 'disk_full'] as const;

/** Operations of tus 1.0 as the API documentation shows them. */
export const resumableUploadOperations: readonly OtherOperation[] = [
	{
		address: `OPTIONS ${resumableUploadPath}`,
		name: 'getResumableUploadOptions',
		summary: 'Get what the server supports of tus: versions, extensions and the largest size',
		tag: 'media',
		policy: 'anyone',
		responses: {
			204: {
				description: 'What the server supports.',
				headers: {
					'Tus-Version': { schema: { type: 'string' } },
					'Tus-Extension': { schema: { type: 'string' } },
					'Tus-Max-Size': { description: 'Largest size of a file in bytes.', schema: { type: 'integer' } },
				},
			},
		},
		errors: ['too_many', 'internal', 'unavailable'],
	},
	{
		address: `POST ${resumableUploadPath}`,
		name: 'beginResumableUpload',
		summary: 'Begin a resumable upload of a video (tus 1.0) with a capability of the account',
		tag: 'media',
		policy: 'owner',
		scope: 'media',
		parameters: [
			versionHeader,
			header('Upload-Length', { type: 'integer', minimum: 1, maximum: mediaLimits.videoBytes }),
			header(
				'Upload-Metadata',
				{ type: 'string' },
				'`upload_preset` and `filename`, each followed by its value in Base64',
			),
		],
		responses: {
			201: {
				description: 'The upload can receive bytes.',
				headers: { Location: { description: 'URL of the upload.', schema: { type: 'string' } } },
			},
		},
		errors: ['unauthenticated', 'forbidden', 'too_many', 'internal', 'unavailable', ...writeErrors],
	},
	{
		...common,
		address: `HEAD ${resumableUploadPath}/:id`,
		name: 'getResumableUploadOffset',
		summary: 'Get how many bytes of a resumable upload have arrived',
		responses: { 200: { description: 'The upload is known.', headers: { ...offset, ...length } } },
		errors: commonErrors,
	},
	{
		...common,
		address: `PATCH ${resumableUploadPath}/:id`,
		name: 'sendResumableUploadBytes',
		summary: 'Send bytes of a resumable upload; the last ones publish the video',
		parameters: [...uploadParameters, header('Upload-Offset', { type: 'integer', minimum: 0 })],
		requestBody: {
			required: true,
			content: { 'application/offset+octet-stream': { schema: { type: 'string', format: 'binary' } } },
		},
		responses: {
			200: published,
			204: { description: 'The bytes have arrived, and more are missing.', headers: offset },
		},
		errors: [...commonErrors, ...writeErrors],
	},
	{
		...common,
		address: `GET ${resumableUploadPath}/:id`,
		name: 'getResumableUpload',
		summary: 'Get the published video of a complete resumable upload',
		responses: { 200: published },
		errors: [...commonErrors, 'malformed', 'invalid', 'disk_full'],
	},
	{
		...common,
		address: `GET ${resumableUploadPath}/:id/received`,
		name: 'getResumableUploadProgress',
		summary: 'Get how many bytes of a resumable upload have arrived, without ending the request that sends more',
		responses: {
			200: {
				description: 'The upload is known.',
				content: {
					'application/json': {
						schema: { type: 'object', required: ['bytes'], properties: { bytes: { type: 'integer' } } },
					},
				},
			},
		},
		errors: commonErrors,
	},
	{
		...common,
		address: `DELETE ${resumableUploadPath}/:id`,
		name: 'deleteResumableUpload',
		summary: 'Delete a resumable upload that is not published',
		responses: { 204: { description: 'The upload is deleted.' } },
		errors: commonErrors,
	},
];

function header(name: string, schema: object, description?: string) {
	return { name, in: 'header', required: true, schema, ...(description !== undefined && { description }) };
}
