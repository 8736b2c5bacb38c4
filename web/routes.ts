import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

// In the order of the specification, section 2. Paths match in any case, as people type them.
export default [
	layout('pages/layout.tsx', [
		index('pages/home/page.tsx'),
		route('mypromotweet', 'pages/promote/page.tsx'),
		route('mypromotweet/:id', 'pages/post/page.tsx'),
		route('mypromotalk', 'pages/promote/page.tsx', { id: 'mypromotalk' }),
		route('mypromotalk/:id/:description', 'pages/post/page.tsx', { id: 'mypromotalk/:id/:description' }),
		route('picture/:id', 'pages/post/page.tsx', { id: 'picture/:id' }),
		route('wishlist', 'pages/saved/wishlist.tsx'),
		route('tweetBookmark', 'pages/saved/posts.tsx', { id: 'tweetBookmark' }),
		route('talkBookmark', 'pages/saved/posts.tsx', { id: 'talkBookmark' }),
		route('for-you', 'pages/for-you/page.tsx'),
		route('feed/:id/:productName', 'pages/ad/page.tsx'),
		route('a/:id', 'pages/ad/page.tsx', { id: 'a/:id' }),
		route('sellervideos/:id/:description', 'pages/video/page.tsx'),
		route('profile/user/:user_name', 'pages/profile/layout.tsx', [
			index('pages/profile/posts.tsx'),
			route('videos', 'pages/profile/videos.tsx'),
		]),
		route('dashboard', 'pages/dashboard/layout.tsx', [
			index('pages/dashboard/page.tsx'),
			route('market', 'pages/market/page.tsx'),
			route('market/postvideo', 'pages/post-video/page.tsx', { id: 'market/postvideo' }),
			route('market/postAd', 'pages/post-ad/page.tsx', { id: 'market/postAd' }),
			route('myvideos', 'pages/my-videos/page.tsx'),
			route('profileEdit', 'pages/profile-edit/page.tsx'),
			route('personal-Info', 'pages/personal-info/page.tsx'),
			route('UserProfile/post', 'pages/post-picture/page.tsx'),
			route('UserProfile/postvideo', 'pages/post-video/page.tsx', { id: 'UserProfile/postvideo' }),
			route('postvideo', 'pages/post-video/page.tsx'),
			route('postAd', 'pages/post-ad/page.tsx'),
			route('password', 'pages/change-password/page.tsx'),
		]),
		route('search', 'pages/search/page.tsx'),
		route('verify-email', 'pages/verify-email/page.tsx'),
		route('*', 'pages/not-found/page.tsx'),
	]),
	route('Login', 'pages/login/page.tsx'),
	route('signup', 'pages/signup/page.tsx'),
] satisfies RouteConfig;
