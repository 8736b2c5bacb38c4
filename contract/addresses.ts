/**
 * Method and path of every endpoint, apart from its schemas: the browser's first page needs the address, not the schema.
 * The parameter `:name` of a path is filled from the call's `params`.
 */
export const addresses = {
	signUp: 'POST /api/signup',
	logIn: 'POST /api/login',
	logOut: 'POST /api/logout',
	getMe: 'GET /api/me',
	changePassword: 'POST /api/me/password',
	verifyEmail: 'POST /api/email/verify',
	getUser: 'GET /api/users/:user_name',

	createUpload: 'POST /api/uploads',
	uploadMedia: 'POST /v1_1/:cloud_name/:resource_type/upload',

	createAd: 'POST /api/ads',
	createVideoAd: 'POST /videotest',
	listAdsById: 'GET /api/ads',
	getAd: 'GET /api/ads/:id',
	getVideoAd: 'GET /sellerstories/:id/:description',
	updateAd: 'PATCH /api/ads/:id',
	deleteAd: 'DELETE /api/ads/:id',
	markAdSold: 'POST /api/ads/:id/sold',
	listMyAds: 'GET /api/me/ads',

	getFeed: 'GET /api/feed',
	listUserPosts: 'GET /api/users/:user_name/posts',
	listUserVideos: 'GET /api/users/:user_name/videos',
} as const;

export type EndpointName = keyof typeof addresses;
export type Address = (typeof addresses)[EndpointName];
