/** Path of a person's public profile. */
export function profilePath(userName: string): string {
	return `/profile/user/${encodeURIComponent(userName)}`;
}
