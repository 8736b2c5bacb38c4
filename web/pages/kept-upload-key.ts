/** The name under which the device keeps the video that an account is sending. */
export function keptUploadKey(accountId: number): string {
	return `upload-video-${accountId}`;
}
