#!/bin/sh
# Fill a folder with the free fonts for scripts/train_glyphs.py, and with packages.json, which has
# their versions. The fonts come from Debian packages, which are not installed.
set -eu
folder=${1:?give a folder}
packages="fonts-b612 fonts-bebas-neue fonts-cabin fonts-cantarell fonts-clear-sans fonts-comfortaa
    fonts-crosextra-caladea fonts-crosextra-carlito fonts-dejavu-core fonts-dosis fonts-firacode
    fonts-go fonts-hack fonts-inconsolata fonts-inter fonts-jetbrains-mono fonts-jura fonts-karla
    fonts-lato fonts-league-spartan fonts-liberation2 fonts-manrope fonts-mplus
    fonts-national-park fonts-noto-core fonts-open-sans fonts-oxygen fonts-play fonts-quicksand
    fonts-roboto-slab fonts-roboto-unhinted fonts-sil-andika fonts-sora fonts-texgyre
    fonts-vollkorn"
mkdir -p "$folder/packages"
cd "$folder/packages"
# shellcheck disable=SC2086  # one word for each package
apt-get --quiet --quiet download $packages
for package in *.deb; do
    dpkg-deb --extract "$package" "$folder"
done
{
    printf '[\n'
    for package in *.deb; do
        # shellcheck disable=SC2016  # dpkg, not the shell, replaces these variables
        dpkg-deb --show --showformat '  "${Package} ${Version}"' "$package"
        printf ',\n'
    done | sed '$ s/,$//'
    printf ']\n'
} > "$folder/packages.json"
