/** Chromium uses the last flag only, so this list replaces Playwright's own. */
const disabledFeatures = [
	// From Playwright's list.
	...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'PaintHolding', 'MediaRouter'],
	...['HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable', 'ThirdPartyStoragePartitioning', 'OptimizationHints'],
	...['NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch', 'AvoidCorsURLLoaderRestartOnRedirect'],
	// Chromium renders two hidden pages of its own for every window, which cost as much as the market's pages.
	...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
];

const args = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	`--disable-features=${disabledFeatures}`,
	// Tests reach this machine only.
	'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
];

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell';

/** How tests start the system's Chromium. */
export const chromiumLaunch = { executablePath, args };

/** The whole browser: its headless shell takes no push messages. */
export const fullChromiumLaunch = { executablePath: executablePath.replace(/-headless-shell$/, ''), args };
