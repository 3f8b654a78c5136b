// Times are told as this phone's clock shows them, wherever the table's machine is.
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
if (timeZone) document.cookie = `zone=${timeZone}; path=/; max-age=31536000; samesite=lax`;
