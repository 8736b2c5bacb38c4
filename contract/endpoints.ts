import * as accounts from './accounts.ts';
import type { EndpointName } from './addresses.ts';
import * as ads from './ads.ts';
import type { Endpoint } from './endpoint.ts';
import * as feed from './feed.ts';
import * as media from './media.ts';

/** Every endpoint under the name its address has. The web imports only the type. */
export const endpoints = {
	signUp: accounts.signUp,
	logIn: accounts.logIn,
	logOut: accounts.logOut,
	getMe: accounts.getMe,
	changePassword: accounts.changePassword,
	verifyEmail: accounts.verifyEmail,
	getUser: accounts.getUser,

	createUpload: media.createUpload,
	uploadMedia: media.uploadMedia,

	createAd: ads.createAd,
	createVideoAd: ads.createVideoAd,
	listAdsById: ads.listAdsById,
	getAd: ads.getAd,
	getVideoAd: ads.getVideoAd,
	updateAd: ads.updateAd,
	deleteAd: ads.deleteAd,
	markAdSold: ads.markAdSold,
	listMyAds: ads.listMyAds,

	getFeed: feed.getFeed,
	listUserPosts: feed.listUserPosts,
	listUserVideos: feed.listUserVideos,
} satisfies { [Name in EndpointName]: Endpoint };

export type Endpoints = typeof endpoints;
