/** Who stands on whom, lowest first: a slice uses the doors of the slices it lists and no other. */
export const ladder = {
	accounts: [],
	media: ['accounts'],
	ads: ['accounts', 'media'],
	posts: ['accounts', 'media'],
	courses: ['accounts', 'media'],
	follows: ['accounts'],
	likes: ['accounts', 'ads', 'posts'],
	comments: ['accounts', 'ads', 'posts'],
	'saved-items': ['accounts', 'ads', 'posts'],
	insights: ['accounts', 'ads', 'posts'],
	moderation: ['accounts', 'media', 'ads', 'posts', 'comments'],
	operations: ['accounts', 'media', 'ads', 'posts', 'moderation'],
	enrollments: ['accounts', 'courses', 'media'],
	feed: ['accounts', 'ads', 'posts', 'follows', 'likes', 'comments', 'saved-items', 'insights'],
	notifications: ['accounts', 'follows', 'saved-items'],
} as const;
