/** Tells the server the time zone of this device, by a cookie. */

/** Set the cookie, and show a page of another date again: only once, and if the browser keeps it. */
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
