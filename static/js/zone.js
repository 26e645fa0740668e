/** Stores the time zone of this device in a cookie for the server. */

/** Set the cookie. If the page shows another date, reload it once, unless the browser refuses cookies. */
export function tellZone(shown, timeZone) {
  const cookie = `wordle-zone=${timeZone};`;
  const isKept = () => `${document.cookie};`.includes(cookie);
  if (isKept()) return;
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `${cookie} max-age=34560000; path=/; samesite=lax${secure}`;
  if (isKept() && dateIn(shown) !== dateIn(timeZone)) location.reload();
}

function dateIn(timeZone) {
  return new Date().toLocaleDateString("sv", { timeZone });
}
