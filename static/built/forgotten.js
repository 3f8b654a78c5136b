try{[localStorage,sessionStorage].forEach(t=>Object.keys(t).filter(t=>t.startsWith("counting-house")).forEach(e=>t.removeItem(e)))}catch{}
