/** Takes the place of Playwright's own list, as the last such flag counts. */
const disabledFeatures = [
	// What of that list matters here.
	...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'PaintHolding', 'MediaRouter'],
	...['HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable', 'ThirdPartyStoragePartitioning', 'OptimizationHints'],
	...['NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch', 'AvoidCorsURLLoaderRestartOnRedirect'],
	// Two pages of the browser's own behind every window: they take as much of the processor as the market's pages.
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
	// Nothing outside of this machine is there.
	'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
];

/** How tests start the system's Chromium. */
export const chromiumLaunch = { executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args };
