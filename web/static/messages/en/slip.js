export default {
  "slip.qr": "QR code to vote as {name}",
  "slip.until": "until {end}",
  "slip.noEnd": "no fixed end",
  "slip.at": "Scan the code, or open",
  "slip.with": "Member key",
  "slip.keyNumber": "Key number",
  "slip.code": "Slip code",
  "slip.member": "Member {member}",
  "slip.reserve": "Reserve slip, in place of a lost one",
  "slip.letter": "Dear {name},\n\nYou are invited to vote: {election}.\nVoting ends on {end}.\n\nScan the code below with your phone. It opens your ballot: you need no password, and nobody sees what you choose. Without a phone to scan with, open the address on any computer and enter your member key.\n\nKeep this letter to yourself: whoever has it can vote in your name.\n\nQuestions? {contact}\n\n{organisation}"
};
